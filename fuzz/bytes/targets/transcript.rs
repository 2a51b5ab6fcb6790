#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| surround_fuzz_bytes::transcript(bytes));
