//! Where most stories begin: Black has handed its game in, and White is about to open the dispute with a
//! stale line.

use anyhow::Result;
use surround_chain::receipt::Receipt;
use surround_relayer::api::views::JobView;
use surround_relayer::model::{Seconds, Sides};
use surround_tests::game::SignedGame;
use surround_tests::place::Place;

use crate::replica::{Replica, Wall};
use crate::stage::{Stage, Stale};

/// A relayer that has Black's game.
pub struct Scene {
    /// The network.
    pub stage: Stage,
    /// The relayer's wall clock.
    pub wall: Wall,
    /// The relayer.
    pub relayer: Replica,
    /// What Black has handed in.
    pub game: SignedGame,
    /// What White is about to bring.
    pub opening: SignedGame,
    /// The next nonce of the relayer's account.
    pub nonce: u64,
}

impl Scene {
    /// Sets it on a database, with more settings at the end of the configuration.
    pub async fn set(place: &Place, more: &str) -> Result<Self> {
        let stage = Stage::set().await?;
        let wall = Wall::at(stage.network.now().await?);
        let relayer = Replica::start(&stage.config(place, more)?, &wall).await?;
        let Stale { game, opening } = stage.stale().await?;
        relayer.hand_in(&stage.bundle(&game)?, Sides::Black).await?;
        Ok(Self {
            nonce: stage.nonce().await?,
            stage,
            wall,
            relayer,
            game,
            opening,
        })
    }

    /// White opens the dispute.
    pub async fn open(&self) -> Result<Receipt> {
        self.stage.submit(&self.opening).await
    }

    /// The one piece of work there is.
    pub async fn job(&self) -> Result<JobView> {
        self.relayer.job(&self.game).await
    }

    /// The steps of the line that the chain has.
    pub async fn steps(&self) -> Result<u16> {
        Ok(self.stage.record(&self.game).await?.steps)
    }

    /// How often the chain's record was written.
    pub async fn writes(&self) -> Result<usize> {
        self.stage.writes(&self.game).await
    }

    /// Sets the chain's clock and the wall's.
    pub async fn set_time(&self, now: Seconds) -> Result<()> {
        self.wall.set(now);
        Ok(self.stage.network.control().set_time(now).await?)
    }

    /// Sets the price of L2 gas, in fri.
    pub async fn set_price(&self, fri: u64) -> Result<()> {
        Ok(self.stage.network.control().set_l2_gas_price(fri).await?)
    }

    /// Sees that the chain has the opening and one answer, which is Black's whole line, and that the
    /// account has used so many nonces.
    pub async fn answered_with(&self, nonces: u64) -> Result<()> {
        assert_eq!(self.steps().await?, 5);
        assert_eq!(self.writes().await?, 2);
        assert_eq!(self.stage.nonce().await?, self.nonce + nonces);
        Ok(())
    }
}
