//! What the contract does with a call: the real gate and the real transition, with the signatures
//! replaced by what is known of who signed what, and without the protection that is taken away.

use surround_channel::fork;
use surround_channel::terms::Terms;
use surround_rules::Colour;
use surround_settlement::authority::last_step;
use surround_settlement::{
    Ending, Moment, Record, Refusal, Status, TimeClass, Verdict, fork as proof, gate, transition,
};

use crate::scenario::Scenario;
use crate::state::Call;
use crate::tree::{NodeId, Tree};
use crate::without::Without;

/// The contract, in one scenario.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its lines.
    pub tree: &'a Tree,
}

impl Judge<'_> {
    /// The next record. `caller` made the call; the evidence is at hand.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn call(
        &self,
        record: &Record,
        at: Moment,
        caller: Colour,
        call: Call,
    ) -> Result<Record, Refusal> {
        let seen = &self.reopened(record);
        let at = self.time(at, seen, call);
        let next = match call {
            Call::Submit(line) => self.submit(seen, at, caller, line),
            Call::Resign(line) => self.resign(seen, at, line),
            Call::ResignChannel => {
                let weak = self.weakened(seen);
                gate::resign_channel(&weak, Some(self.scenario.dishonest), at)?;
                let player = self.scenario.dishonest;
                Ok(transition::resign_channel(self.terms(), seen, player, at))
            }
            Call::Flag { line, at: flagged } => self.flag(seen, at, line, flagged),
            Call::Claim => {
                gate::claim_forfeit(seen, at)?;
                Ok(transition::claim_forfeit(seen))
            }
            Call::Expose(held) => self.expose(seen, at, held),
            Call::ExposeSelf => self.forked(seen, at, self.scenario.dishonest, seen.steps),
            Call::Frame => self.forked(seen, at, self.scenario.dishonest.other(), seen.steps),
            Call::Finalize => {
                gate::finalize(seen, at)?;
                Ok(transition::finalize(seen))
            }
        }?;
        Ok(self.marked(record, call, self.hurried(next)))
    }

    /// The terms, the same on every line.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        self.tree.node(0).held.terms()
    }

    /// Whether a line can answer an Open record now.
    #[must_use]
    pub fn can_answer(&self, record: &Record, at: Moment) -> bool {
        gate::submit(record, self.time(at, record, Call::Submit(0))).is_ok()
    }

    /// Whether a missed deadline can be claimed now.
    #[must_use]
    pub fn can_claim(&self, record: &Record, at: Moment) -> bool {
        gate::claim_forfeit(record, self.time(at, record, Call::Claim)).is_ok()
    }

    fn lacks(&self, protection: Without) -> bool {
        self.scenario.lacks(protection)
    }

    fn submit(
        &self,
        record: &Record,
        at: Moment,
        caller: Colour,
        line: NodeId,
    ) -> Result<Record, Refusal> {
        gate::submit(record, at)?;
        self.admit(record)?;
        self.fits(record, line)?;
        let line = &self.tree.node(line).replay;
        if record.status == Status::None && line.due == Some(caller) {
            return Err(Refusal::OpenMarkAbsent);
        }
        let removed = match record.ending() {
            Some(Ending::Time) => self.lacks(Without::FlagVoiding),
            Some(_) => self.lacks(Without::Lengthening),
            None => false,
        };
        if removed {
            return Err(Refusal::EndingStands);
        }
        transition::submit(self.terms(), record, line, at)
    }

    fn resign(&self, record: &Record, at: Moment, line: NodeId) -> Result<Record, Refusal> {
        let player = self.scenario.dishonest;
        let late = record.status == Status::Open && record.time_class(at) == TimeClass::Expired;
        let brings_line = if late && self.lacks(Without::MissedDeadline) {
            false
        } else {
            gate::resign(&self.weakened(record), player, at)?
        };
        if record.status == Status::Pending && self.lacks(Without::LateResignation) {
            return Err(Refusal::EndingStands);
        }
        self.admit(record)?;
        if brings_line {
            self.fits(record, line)?;
        }
        let line = Some(&self.tree.node(line).replay).filter(|_| brings_line);
        Ok(transition::resign(self.terms(), record, line, player, at))
    }

    fn flag(
        &self,
        record: &Record,
        at: Moment,
        line: NodeId,
        flagged: NodeId,
    ) -> Result<Record, Refusal> {
        gate::flag(self.terms(), &self.weakened(record), at)?;
        self.admit(record)?;
        self.fits(record, line)?;
        let behind = line != flagged && self.lacks(Without::FlagBehind);
        let steps = self.tree.node(flagged).steps();
        let chain = self.tree.node(line).held.chain();
        let stands = self.tree.extends(line, flagged) && chain.flag_stands_at(steps);
        let player = chain.due_at(steps).filter(|_| stands && !behind);
        let player = player.ok_or(Refusal::BadFlagSignature)?;
        let line = &self.tree.node(line).replay;
        Ok(transition::flag(self.terms(), line, player, steps, at))
    }

    fn expose(&self, record: &Record, at: Moment, held: NodeId) -> Result<Record, Refusal> {
        gate::expose_fork(record, Some(self.scenario.dishonest), at)?;
        let (author, counted) = self.proof(record, held).ok_or(Refusal::ForkOffTheLine)?;
        self.forked(record, at, author, counted)
    }

    /// What the real proof from a held line against the stored one says: its author, and the counted
    /// steps.
    #[must_use]
    pub fn proof(&self, record: &Record, held: NodeId) -> Option<(Colour, u16)> {
        let stored = self.tree.at_head(record.head)?;
        self.tree.parting(held, stored)?;
        let (author, counted) = self.tree.remember(stored, held, || {
            let (stored, held) = (&self.tree.node(stored).held, &self.tree.node(held).held);
            let fork = fork::prove(stored, record.steps, held).ok()?;
            proof::check(self.terms(), record, &fork).ok()
        })?;
        if self.lacks(Without::LongerBranch) {
            Some((author, record.steps))
        } else {
            Some((author, counted))
        }
    }

    fn forked(
        &self,
        record: &Record,
        at: Moment,
        author: Colour,
        counted: u16,
    ) -> Result<Record, Refusal> {
        gate::expose_fork(record, Some(author), at)?;
        if record.ending() == Some(Ending::Forfeit) && self.lacks(Without::Lengthening) {
            return Err(Refusal::EndingStands);
        }
        transition::expose_fork(self.terms(), record, author, counted, at)
    }

    /// The terms of the scenario are valid and its keys count.
    fn admit(&self, record: &Record) -> Result<(), Refusal> {
        let unsaid = self.scenario.is_ranked() && !self.scenario.has_ranked_statement();
        if record.status == Status::None && unsaid && !self.lacks(Without::RankedStatement) {
            return Err(Refusal::BadRankedSignature);
        }
        Ok(())
    }

    fn fits(&self, record: &Record, line: NodeId) -> Result<(), Refusal> {
        let node = self.tree.node(line);
        let one_sided = Colour::BOTH
            .into_iter()
            .any(|player| last_step(&node.replay, player).0 == 0);
        if one_sided && (node.steps() == 0 || !self.lacks(Without::StepOfEach)) {
            return Err(Refusal::OneSidedLine);
        }
        let extends = node.held.chain().head_at(record.steps) == Some(record.head);
        if record.status != Status::None && !extends && !self.lacks(Without::StoredLine) {
            return Err(Refusal::NotTheStoredLine);
        }
        Ok(())
    }

    /// The block in which the contract without a protection would believe to be.
    fn time(&self, at: Moment, record: &Record, call: Call) -> Moment {
        let Moment { now, block } = at;
        let last = now == record.deadline && matches!(call, Call::Submit(_));
        if self.lacks(Without::Blocks) {
            let block = block.max(record.min_block);
            Moment { now, block }
        } else if last && self.lacks(Without::LastSecond) {
            let (now, block) = (now + 1, block.max(record.min_block));
            Moment { now, block }
        } else {
            at
        }
    }

    /// A record that is not final after all, if nothing says that Final is the end.
    fn reopened(&self, record: &Record) -> Record {
        let mut record = *record;
        if record.status == Status::Final && self.lacks(Without::Final) {
            record.status = Status::Pending;
        }
        record
    }

    /// A record whose ending gives way to all, if nothing says which is the stronger.
    fn weakened(&self, record: &Record) -> Record {
        let mut record = *record;
        if let Some(verdict) = &mut record.verdict
            && self.lacks(Without::Precedence)
        {
            verdict.ending = Ending::Agreed;
        }
        record
    }

    /// A pending record that is final at once, if nothing makes it wait.
    fn hurried(&self, record: Record) -> Record {
        let hurry = match record.ending().filter(|_| record.status == Status::Pending) {
            Some(Ending::Time) => Without::FlagWindow,
            Some(Ending::Resigned) => Without::ShortResignation,
            Some(Ending::Forfeit) => Without::ShortFork,
            Some(_) => Without::ScoreWindow,
            None => return record,
        };
        if self.lacks(hurry) {
            transition::finalize(&record)
        } else {
            record
        }
    }

    /// `decided_onchain` taken from the record, if nothing says that it is the call's.
    fn marked(&self, before: &Record, call: Call, mut next: Record) -> Record {
        if matches!(call, Call::Resign(_) | Call::ResignChannel)
            && self.lacks(Without::OnchainByCall)
        {
            let onchain = before.status != Status::None;
            next.verdict = next.verdict.map(|verdict| Verdict { onchain, ..verdict });
        }
        next
    }
}
