//! Backup while the service runs, and restore on another machine, as docs/operations.md has it.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use surround_relayer::journal::Stage as Standing;
use surround_tests::place::Place;
use surround_tests::proxy::Fault;

use crate::replica::Replica;
use crate::scene::Scene;

/// A transaction is written down and lost on its way. The machine is lost after a backup; what is made
/// from the backup goes on with it on the same nonce, and the answer is executed once.
#[tokio::test]
async fn a_backup_goes_on_where_the_lost_machine_stood() -> Result<()> {
    for (place, other) in pairs().await? {
        if !can_copy(&place)? {
            continue;
        }
        let mut scene = Scene::set(&place, "").await?;
        scene.stage.proxy.fail(Fault::Swallow);
        scene.open().await?;
        scene.relayer.turn().await?;
        assert_eq!(scene.job().await?.stage, Standing::Sent);
        copy(&place, &other, &scene.stage.path("backup"))?;

        scene.stage.proxy.heal();
        scene.wall.pass(600);
        let config = scene.stage.config(&other, "")?;
        scene.relayer = Replica::start(&config, &scene.wall).await?;
        scene.relayer.turns(2).await?;
        assert_eq!(scene.job().await?.stage, Standing::Included);
        scene.answered_with(1).await?;
    }
    Ok(())
}

/// Two databases of each kind.
async fn pairs() -> Result<Vec<(Place, Place)>> {
    let others = Place::all().await?;
    Ok(Place::all().await?.into_iter().zip(others).collect())
}

/// Whether the programs are there; outside CI they need not be.
fn can_copy(place: &Place) -> Result<bool> {
    let program = match place.url().starts_with("sqlite:") {
        true => "sqlite3",
        false => "pg_dump",
    };
    let found = Command::new(program).arg("--version").output().is_ok();
    ensure!(
        found || env::var_os("CI").is_none(),
        "{program} is not installed"
    );
    if !found {
        eprintln!("skipped: {program} is not installed");
    }
    Ok(found)
}

/// What the operator's page says, with the programs of each database.
fn copy(from: &Place, to: &Place, backup: &Path) -> Result<()> {
    let file = backup.to_str().context("a path in UTF-8")?;
    match (
        from.url().strip_prefix("sqlite:"),
        to.url().strip_prefix("sqlite:"),
    ) {
        (Some(from), Some(to)) => {
            run("sqlite3", &[from, &format!(".backup '{file}'")])?;
            run("cp", &[file, to])
        }
        _ => {
            run("pg_dump", &["--format=custom", "--file", file, from.url()])?;
            run("pg_restore", &["--dbname", to.url(), file])
        }
    }
}

fn run(program: &str, arguments: &[&str]) -> Result<()> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .with_context(|| format!("{program} is not installed"))?;
    ensure!(
        output.status.success(),
        "{program}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}
