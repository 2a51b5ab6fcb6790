//! The protections of the protocol, each of which can be taken away.

/// What is taken away. A protection whose absence the checker does not notice
/// would prove nothing by its presence.
///
/// Sections 3 and 6 of the protocol say what each is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Without {
    /// 2.3: a line holds a step of each player.
    StepOfEach,
    /// 3.2: a ranked game brings the referee's `ranked` statement.
    RankedStatement,
    /// 3.2: a line equals or extends the stored one.
    StoredLine,
    /// 3.1: a window is not over before the chain has made its blocks.
    Blocks,
    /// 3.1: the last second belongs to the player who is due.
    LastSecond,
    /// 3.1: nothing is written after Final.
    Final,
    /// 3.3, 1: a score waits unless its last author lost.
    ScoreWindow,
    /// 3.3, 3: a flag waits.
    FlagWindow,
    /// 3.3, 3: a longer line voids a flag.
    FlagVoiding,
    /// 3.2: a flag covers a head before the flagged player's late steps.
    FlagBehind,
    /// 3.2: a resignation is admitted until Final.
    LateResignation,
    /// 3.2: a player who missed its deadline cannot resign instead.
    MissedDeadline,
    /// 3.3, 4: a short resignation waits.
    ShortResignation,
    /// 3.3, 4: a short fork waits.
    ShortFork,
    /// 3.3, 4: a longer line replaces the count.
    Lengthening,
    /// 3.3, 6: a fork counts the longer branch.
    LongerBranch,
    /// 3.3, 5: only a stronger ending displaces a pending one.
    Precedence,
    /// 3.4: `decided_onchain` depends on the call, not on the record.
    OnchainByCall,
    /// 3.2: the stored step of a fork is given in clear, with its code in range: its author cannot
    /// be another than the one who signed it.
    StoredAuthor,
    /// 4: the guard, which never signs two words on one head.
    Guard,
    /// 4: the guard goes by head and not by height.
    GuardByHead,
    /// 2.4: a revoked pair cannot be registered again.
    NeverBack,
    /// 2.4: a revocation takes effect after a delay.
    SlowRevocation,
    /// 4: before its first step a player has seen the keys counting past the terms, and the terms end
    /// before a revocation could.
    FirstStep,
}

impl Without {
    /// Every protection.
    pub const ALL: [Self; 24] = [
        Self::StepOfEach,
        Self::RankedStatement,
        Self::StoredLine,
        Self::Blocks,
        Self::LastSecond,
        Self::Final,
        Self::ScoreWindow,
        Self::FlagWindow,
        Self::FlagVoiding,
        Self::FlagBehind,
        Self::LateResignation,
        Self::MissedDeadline,
        Self::ShortResignation,
        Self::ShortFork,
        Self::Lengthening,
        Self::LongerBranch,
        Self::Precedence,
        Self::OnchainByCall,
        Self::StoredAuthor,
        Self::Guard,
        Self::GuardByHead,
        Self::NeverBack,
        Self::SlowRevocation,
        Self::FirstStep,
    ];
}
