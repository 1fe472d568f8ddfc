//! A headless Chromium, driven over its own protocol: JSON between zero bytes, through two pipes.
//!
//! No driver and no other language is in between. Everything that a page logs, throws or asks the network
//! for is collected, so that a test can say that there was nothing.

use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than any answer takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);
/// Where the browser reads and writes when it is told `--remote-debugging-pipe`.
const ITS_INPUT: i32 = 3;
const ITS_OUTPUT: i32 = 4;

/// The program, where there is one. `make test` installs it; where it could not, it says so by
/// `STRATA_BROWSER=missing`, and the tests that need it are left out, loudly.
///
/// # Panics
/// When there is none and nobody said that there can't be.
pub fn chromium() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("STRATA_CHROMIUM") {
        return Some(path.into());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let found = std::env::split_paths(&folders)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file());
    if found.is_none() {
        let missing = std::env::var_os("STRATA_BROWSER").is_some_and(|value| value == "missing");
        assert!(
            missing,
            "no Chromium: `make test` installs it. STRATA_CHROMIUM names one that is not in the PATH, \
             STRATA_BROWSER=missing goes without"
        );
        // Not by a macro of the test harness, which would keep it to itself.
        let _ = std::io::stderr().write_all(b"SKIPPED: no Chromium, so no page was opened\n");
    }
    found
}

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    session: Option<String>,
    next: u64,
    /// What was told without being asked for.
    events: Vec<Value>,
    _profile: TempDir,
}

impl Browser {
    pub fn start(program: &Path) -> Browser {
        let profile = tempfile::tempdir().expect("a folder");
        let (its_input, to) = std::io::pipe().expect("a pipe");
        let (from, its_output) = std::io::pipe().expect("a pipe");
        let mut command = Command::new(program);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"]);
        command.args(["--no-first-run", "--disable-background-networking", "--disable-sync"]);
        command.args(["--disable-component-update", "--disable-dev-shm-usage", "--mute-audio"]);
        command.args(["--hide-scrollbars", "--remote-debugging-pipe"]);
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // A group of its own, so that all its processes end with it.
        command.process_group(0);
        let ends = [its_input.as_raw_fd(), its_output.as_raw_fd()];
        // SAFETY: between fork and exec nothing but `fcntl` and `dup2` is called. The copies lie above the
        // two numbers that are wanted, so that none is overwritten before it is used.
        unsafe {
            command.pre_exec(move || {
                let copies = ends.map(|end| libc::fcntl(end, libc::F_DUPFD, 10));
                let placed = [libc::dup2(copies[0], ITS_INPUT), libc::dup2(copies[1], ITS_OUTPUT)];
                match placed == [ITS_INPUT, ITS_OUTPUT] {
                    true => Ok(()),
                    false => Err(std::io::Error::last_os_error()),
                }
            });
        }
        let child = command.spawn().expect("Chromium starts");
        drop((command, its_input, its_output));
        let mut browser = Browser {
            child,
            to: File::from(std::os::fd::OwnedFd::from(to)),
            from: messages(File::from(std::os::fd::OwnedFd::from(from))),
            session: None,
            next: 0,
            events: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let asked = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", asked);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Asks the browser for something and waits for the answer.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser reads");
        loop {
            let answer = self.message(method);
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn message(&mut self, waiting_for: &str) -> Value {
        let message = self.from.recv_timeout(PATIENCE);
        message.unwrap_or_else(|error| panic!("{waiting_for}: the browser is silent: {error}"))
    }

    /// A screen of this size, with this colour scheme.
    pub fn show_on(&mut self, (width, height): (u32, u32), scheme: &str) {
        let mobile = width < 600;
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Opens a file and waits until it is there. What was told of earlier pages is forgotten.
    pub fn open(&mut self, file: &Path) {
        self.events.clear();
        let url = format!("file://{}", file.display());
        let answer = self.call("Page.navigate", json!({"url": url}));
        assert!(answer["errorText"].is_null(), "{url}: {answer}");
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.message("a page");
            self.events.push(event);
        }
    }

    /// The value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        let started = Instant::now();
        while self.value(expression) != true {
            assert!(started.elapsed() < PATIENCE, "never: {expression}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, key: &str) {
        let (code, number, text) = match key {
            " " => ("Space", 32, " "),
            "End" => ("End", 35, ""),
            "Home" => ("Home", 36, ""),
            "ArrowLeft" => ("ArrowLeft", 37, ""),
            "ArrowRight" => ("ArrowRight", 39, ""),
            "Tab" => ("Tab", 9, ""),
            other => panic!("no key {other}"),
        };
        let mut event = json!({"type": "keyDown", "key": key, "code": code});
        event["windowsVirtualKeyCode"] = number.into();
        event["text"] = text.into();
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", event);
    }

    /// Clicks with the mouse, so far from the left and from the top of what a selector finds: 0.5 is the
    /// middle.
    pub fn click_at(&mut self, selector: &str, across: f64, down: f64) {
        let place = self.value(&format!(
            "(() => {{ const found = document.querySelector({selector:?}); \
             found.scrollIntoView({{block: 'center'}}); const box = found.getBoundingClientRect(); \
             const x = box.left + box.width * {across}, y = box.top + box.height * {down}; \
             const hit = document.elementFromPoint(x, y); \
             return {{x, y, hit: hit === found || found.contains(hit)}}; }})()"
        ));
        assert_eq!(place["hit"], true, "{selector} is behind something or off the screen: {place}");
        for kind in ["mousePressed", "mouseReleased"] {
            let mut event = json!({"type": kind, "button": "left", "clickCount": 1});
            (event["x"], event["y"]) = (place["x"].clone(), place["y"].clone());
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    pub fn click(&mut self, selector: &str) {
        self.click_at(selector, 0.5, 0.5);
    }

    /// A picture of the whole page, as PNG in Base64 that the caller has to decode.
    pub fn screenshot(&mut self, whole: bool) -> String {
        let asked = json!({"format": "png", "captureBeyondViewport": whole});
        let answer = self.call("Page.captureScreenshot", asked);
        answer["data"].as_str().expect("a picture").to_owned()
    }

    /// # Panics
    /// When the page has logged an error or a warning, thrown anything, or asked for anything but itself.
    pub fn assert_quiet(&mut self, file: &Path) {
        // An answer to this comes after all that happened before.
        self.value("1");
        let url = format!("file://{}", file.display());
        let mut requests = 0;
        for event in &self.events {
            let told = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => panic!("thrown: {told}"),
                "Runtime.consoleAPICalled" => panic!("on the console: {told}"),
                "Log.entryAdded" => panic!("logged: {told}"),
                "Network.requestWillBeSent" => {
                    assert_eq!(told["request"]["url"], url, "asked for: {told}");
                    requests += 1;
                }
                _ => (),
            }
        }
        assert_eq!(requests, 1, "the page itself, or nobody would have listened");
    }
}

/// Messages of the browser, read by a thread so that waiting for one can end.
fn messages(from: File) -> Receiver<Value> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(from);
        let mut bytes = Vec::new();
        while matches!(reader.read_until(0, &mut bytes), Ok(1..)) {
            bytes.pop();
            let message = serde_json::from_slice(&bytes).expect("JSON");
            if sender.send(message).is_err() {
                return;
            }
            bytes.clear();
        }
    });
    receiver
}

/// A test that fails leaves no browser behind.
impl Drop for Browser {
    fn drop(&mut self) {
        // SAFETY: two numbers; the group is that of our child, which was not waited for.
        unsafe { libc::kill(-(self.child.id() as i32), libc::SIGKILL) };
        let _ = self.child.wait();
    }
}
