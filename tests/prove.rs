use crate::support::strata;
use serde_json::Value;

#[test]
fn an_impossible_deal_is_proved_by_its_whole_graph() {
    let ran = strata("prove 1 --freecells 2 --json");
    assert_eq!(ran.code, 1, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["verdict"], "impossible");
    assert_eq!((&json["states"], &json["fccs"]), (&70_882.into(), &19_734.into()));
    let census = strata("census 1 --freecells 2 --json").json();
    assert_eq!(json["digest"], census["digest"]);
    assert_eq!((&json["beam"], &json["won_at_depth"]), (&Value::Null, &Value::Null));
    let text = strata("prove 1 --freecells 2").out;
    assert!(
        text.starts_with("impossible: the whole graph, 70,882 states in 19,734 FCCs"),
        "{text}"
    );
}

#[test]
fn a_solvable_board_is_found_without_counts() {
    let ran = strata("prove tests/data/solvable.txt --json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["verdict"], "solvable");
    assert!(json["won_at_depth"].as_u64().is_some());
    assert_eq!((&json["states"], &json["digest"]), (&Value::Null, &Value::Null));
    let text = strata("prove tests/data/solvable.txt").out;
    assert!(text.starts_with("solvable: solved in ") && text.contains("strata-verify"), "{text}");
    let text = strata("prove tests/data/solvable.txt --no-moves").out;
    assert!(text.starts_with("solvable: a state without"), "{text}");
}

#[test]
fn a_limit_leaves_it_undecided() {
    let ran = strata("prove 1 --max-states 20000 --json");
    assert_eq!(ran.code, 3);
    assert_eq!(ran.json()["verdict"], "undecided");
    assert!(ran.err.contains("undecided: the limit of 20000 classes was reached"), "{}", ran.err);
}
