//! All lines that a scenario can come to, judged by the real rules and signed once and for all.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use starknet_types_core::felt::Felt;
use surround_channel::evidence::Signed;
use surround_channel::line::{Line, Replay, replay};
use surround_channel::statements::{self, Signature, flag_hash, resign_hash, step_hash};
use surround_channel::transcript::{Transcript, Verified};
use surround_rules::{Colour, Step};

use crate::scenario::{Scenario, SetupFault};
use crate::start::legal_steps;
use crate::table::{self, Keys};

/// A line of the tree.
pub type NodeId = u16;

/// How far the dishonest player's other steps go back before the end of the starting line.
const EQUIVOCATIONS_BACK: u16 = 4;

/// A line with everything that follows from it.
#[derive(Debug)]
pub struct Node {
    /// The line without its last step.
    pub parent: Option<NodeId>,
    /// The lines with one more step; none at the bound of the tree and where a game ended.
    pub children: Vec<NodeId>,
    /// What the contract makes of it.
    pub replay: Replay,
    /// The same as the players hold it, each step signed.
    pub held: Verified,
    /// The longer line by a step that the rules admit, unless the game ended, whether it is in the
    /// tree or not.
    pub way_out: Option<Replay>,
}

impl Node {
    /// Its number of steps.
    #[must_use]
    pub fn steps(&self) -> u16 {
        self.replay.steps
    }

    /// Whether a step is missing in the tree that the game admits.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        self.children.is_empty() && self.replay.due.is_some()
    }
}

/// The lines, the first of which has no step.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    by_head: HashMap<Felt, NodeId>,
    start: NodeId,
    keys: Keys,
    proofs: RwLock<HashMap<(NodeId, NodeId), Proof>>,
}

/// The author of a fork and the counted steps, if two lines prove one.
type Proof = Option<(Colour, u16)>;

impl Tree {
    /// Grows the lines of a scenario: from its starting line all that its bounds admit, and on the
    /// way there the other steps that the dishonest player could have signed.
    ///
    /// # Errors
    /// A [`SetupFault`] that names the part of the scenario that cannot be played.
    pub fn grow(scenario: &Scenario) -> Result<Self, SetupFault> {
        let keys = Keys::new()?;
        let terms = table::terms(&keys, scenario);
        let mut empty = Transcript::new(table::CHAIN, table::CONTRACT, terms);
        if scenario.has_ranked_statement() {
            let hash = statements::ranked_hash(empty.verify()?.channel_id());
            empty.ranked = Some(statements::sign(keys.referee(), hash)?);
        }
        let empty = empty.verify()?;
        let start = scenario.start.steps(empty.chain())?;
        let mut tree = Self {
            nodes: Vec::new(),
            by_head: HashMap::new(),
            start: 0,
            keys,
            proofs: RwLock::default(),
        };
        let mut tip = tree.add(None, empty)?;
        let mut path = vec![tip];
        for step in &start {
            tip = tree.child(tip, step)?;
            path.push(tip);
        }
        tree.start = tip;
        tree.extend(tip, scenario, scenario.depth)?;
        let back = path
            .len()
            .saturating_sub(1 + usize::from(EQUIVOCATIONS_BACK));
        for (node, step) in path.into_iter().zip(&start).skip(back) {
            if tree.node(node).replay.due == Some(scenario.dishonest) {
                tree.equivocate(node, step, scenario)?;
            }
        }
        Ok(tree)
    }

    fn equivocate(
        &mut self,
        node: NodeId,
        step: &Step,
        scenario: &Scenario,
    ) -> Result<(), SetupFault> {
        for other in legal_steps(self.node(node).held.chain(), scenario.stones) {
            if other != *step {
                let child = self.child(node, &other)?;
                if other == Step::Resume {
                    self.extend(child, scenario, 1)?;
                }
            }
        }
        Ok(())
    }

    fn extend(&mut self, node: NodeId, scenario: &Scenario, depth: u8) -> Result<(), SetupFault> {
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(());
        };
        for step in legal_steps(self.node(node).held.chain(), scenario.stones) {
            let child = self.child(node, &step)?;
            self.extend(child, scenario, depth)?;
        }
        Ok(())
    }

    fn child(&mut self, parent: NodeId, step: &Step) -> Result<NodeId, SetupFault> {
        let mut held = self.node(parent).held.clone();
        let link = held.chain().next(step)?;
        let secret = self.keys.of(link.author);
        held.append(*step, statements::sign(secret, step_hash(link.head))?)?;
        self.add(Some(parent), held)
    }

    fn add(&mut self, parent: Option<NodeId>, held: Verified) -> Result<NodeId, SetupFault> {
        let id = NodeId::try_from(self.nodes.len()).map_err(|_| SetupFault::TooLarge)?;
        let judged = |line: &Line| {
            let setup = held.terms().setup();
            replay(setup, line, held.channel_id(), 0).map_err(SetupFault::Line)
        };
        let way_out = match legal_steps(held.chain(), 1).first() {
            Some(step) => {
                let mut steps = held.transcript().steps.clone();
                steps.push(*step);
                Some(judged(&Line::pack(&steps))?)
            }
            None => None,
        };
        let replay = judged(&held.line())?;
        self.by_head.insert(replay.head, id);
        self.nodes.push(Node {
            parent,
            children: Vec::new(),
            replay,
            held,
            way_out,
        });
        if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(usize::from(parent))) {
            parent.children.push(id);
        }
        Ok(id)
    }

    /// A line. Identifiers come from this tree alone.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[usize::from(id)]
    }

    /// The number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no line, which no tree is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All lines.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        0..self.nodes.len() as NodeId
    }

    /// The line that the scenario starts with.
    #[must_use]
    pub const fn start(&self) -> NodeId {
        self.start
    }

    /// The line with this head.
    #[must_use]
    pub fn at_head(&self, head: Felt) -> Option<NodeId> {
        self.by_head.get(&head).copied()
    }

    /// The author of a line's last step.
    #[must_use]
    pub fn author(&self, id: NodeId) -> Option<Colour> {
        self.node(id).replay.author
    }

    /// A line, its parent, and so on to the line without a step.
    pub fn up(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |id| self.node(*id).parent)
    }

    /// Whether `longer` equals or extends `shorter`.
    #[must_use]
    pub fn extends(&self, longer: NodeId, shorter: NodeId) -> bool {
        let at = self.node(shorter).steps();
        self.node(longer).held.chain().head_at(at) == Some(self.node(shorter).replay.head)
    }

    /// The first line on the way to `to` that does not lead to `from` too, if neither extends the
    /// other.
    #[must_use]
    pub fn parting(&self, to: NodeId, from: NodeId) -> Option<NodeId> {
        if self.extends(from, to) || self.extends(to, from) {
            return None;
        }
        self.up(to)
            .take_while(|node| !self.extends(from, *node))
            .last()
    }

    /// What two lines prove, verified the first time that it is asked.
    pub fn remember(&self, stored: NodeId, held: NodeId, prove: impl FnOnce() -> Proof) -> Proof {
        let known = self.proofs.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(proof) = known.get(&(stored, held)) {
            return *proof;
        }
        drop(known);
        let proof = prove();
        let mut known = self.proofs.write().unwrap_or_else(PoisonError::into_inner);
        known.insert((stored, held), proof);
        proof
    }

    /// A line as a player holds it who also holds the other's resignation, or the referee's flag
    /// over one of its heads.
    ///
    /// # Errors
    /// The statement does not go with the line.
    pub fn hold(
        &self,
        line: NodeId,
        resigned: Option<Colour>,
        flag: Option<NodeId>,
    ) -> Result<Verified, SetupFault> {
        let mut held = self.node(line).held.clone();
        if let Some(player) = resigned {
            let hash = resign_hash(held.channel_id());
            held.add_resignation(player, statements::sign(self.keys.of(player), hash)?)?;
        }
        if let Some(flag) = flag {
            let flagged = &self.node(flag).replay;
            let signature: Signature =
                statements::sign(self.keys.referee(), flag_hash(flagged.head))?;
            held.add_flag(Signed {
                steps: flagged.steps,
                signature,
            })?;
        }
        Ok(held)
    }
}
