//! `strata plans`: the list, and texts that can be given back.

use crate::support::{quick_folder, strata};
use serde_json::Value;

fn plans() -> Vec<Value> {
    let ran = strata("plans --json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.json().as_array().expect("a list").clone()
}

fn name(plan: &Value) -> &str {
    plan["name"].as_str().expect("a name")
}

#[test]
fn all_plans_are_listed_and_one_is_the_default() {
    let (plans, list) = (plans(), strata("plans"));
    assert_eq!((list.code, list.err.as_str()), (0, ""));
    for plan in &plans {
        let scans = plan["scans"].as_u64().expect("a number");
        let begins = format!("{}: {scans} scan", name(plan));
        assert!(list.out.lines().any(|line| line.starts_with(&begins)), "{begins}: {}", list.out);
        assert!(!plan["about"].as_str().expect("a text").is_empty(), "{plan}");
    }
    let defaults: Vec<&str> =
        plans.iter().filter(|plan| plan["default"] == true).map(name).collect();
    assert_eq!(defaults, ["quick"]);
    let default = list.out.lines().filter(|line| line.ends_with(", the default"));
    assert_eq!(default.count(), 1, "{}", list.out);
    assert!(list.out.lines().all(|line| line.len() <= 100), "{}", list.out);
}

#[test]
fn the_text_of_a_plan_is_read_back_as_the_plan() {
    let folder = quick_folder();
    for plan in plans() {
        let text = strata(&format!("plans {}", name(&plan))).out;
        assert_eq!(plan["text"], text.as_str());
        let path = folder.path().join("mine.plan");
        std::fs::write(&path, &text).expect("a file");
        let back = strata(&format!("plans {}", path.display()));
        assert_eq!((back.code, back.out), (0, text), "{}", back.err);
        let json = strata(&format!("plans {} --json", path.display())).json();
        assert_eq!(json, plan);
    }
}

/// What a plan says of itself holds: one that leaves moves out never says impossible.
#[test]
fn a_plan_that_leaves_moves_out_says_so_and_never_impossible() {
    let folder = quick_folder();
    let path = folder.path().join("dry.plan");
    std::fs::write(&path, "plan dry\nscan best\n  moves up\n  weights left=1\n  quota 100\n")
        .expect("a file");
    let json = strata(&format!("plans {} --json", path.display())).json();
    assert_eq!((&json["complete"], &json["default"]), (&false.into(), &false.into()));
    let ran = strata(&format!("solve 11982 --plan {} --plan-only -q", path.display()));
    assert_eq!((ran.code, ran.out.as_str()), (3, "undecided\n"));
    for plan in plans().iter().filter(|plan| plan["complete"] == true) {
        let arguments = format!("solve 11982 --plan {} --plan-only --time 0 -q", name(plan));
        let ran = strata(&arguments);
        assert_eq!((ran.code, ran.out.as_str()), (1, "impossible\n"), "{arguments}: {}", ran.err);
    }
}

#[test]
fn a_plan_that_is_not_there_is_refused_with_those_that_are() {
    let ran = strata("plans fastest");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    for plan in plans() {
        assert!(ran.err.contains(name(&plan)), "{}", ran.err);
    }
}
