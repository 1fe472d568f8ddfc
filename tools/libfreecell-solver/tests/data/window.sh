#!/usr/bin/env bash
# KPatience in a window of its own display, with the library in LD_LIBRARY_PATH: a game is opened, a hint asked for, and
# the demo played. Usage: window.sh KPAT FOLDER. Writes pictures to the folder, and prints what was seen:
#   solver: what the status bar says      hint: points that a hint changed
#   end: what stands in the middle at last    library: the file that the program has loaded
set -euo pipefail
kpat=$1 folder=$2
export HOME="$folder/home" XDG_RUNTIME_DIR="$folder/home" LANG=C.UTF-8 QT_QPA_PLATFORM=xcb
mkdir -p -m 700 "$HOME"
library=$LD_LIBRARY_PATH
unset LD_LIBRARY_PATH

exec {display_pipe}<> <(:)
Xvfb -displayfd "$display_pipe" -screen 0 1280x800x24 >/dev/null 2>&1 &
display=$!
read -r number <&"$display_pipe"
export DISPLAY=":$number"
LD_LIBRARY_PATH=$library dbus-run-session -- "$kpat" --gametype freecell >"$folder/log" 2>&1 &
session=$!
ended() {
    pkill -P "$session" 2>/dev/null || true
    kill "$session" "$display" 2>/dev/null || true
    wait 2>/dev/null || true
}
trap ended EXIT

shot() { import -window root "$folder/$1.png"; }
# The text of a part of a picture, enlarged for the reader.
seen() { convert "$folder/$1.png" -crop "$2" +repage -scale 400% -colorspace gray png:- | tesseract - - --psm 7 2>/dev/null; }

size=
for _ in $(seq 60); do
    window=$(xdotool search --onlyvisible --class kpat 2>/dev/null | head -1 || true)
    [ -n "$window" ] && size=$(xdotool getwindowgeometry "$window" | sed -n 's/.*Geometry: //p')
    [ -n "$size" ] && break
    sleep 0.5
done
width=${size%x*} height=${size#*x}
status="$((width / 2))x22+0+$((height - 22))"
middle="$((width * 2 / 3))x60+$((width / 6))+$((height * 53 / 100 - 30))"
for _ in $(seq 60); do
    sleep 0.5
    shot opened
    text=$(seen opened "$status")
    [[ $text == *winnable* ]] && break
done
printf 'solver: %s\n' "$text"

sleep 1
shot before
xdotool mousemove 308 38 click 1 mousemove 1000 700
sleep 0.4
shot hint
printf 'hint: %s\n' "$(compare -metric AE "$folder/before.png" "$folder/hint.png" null: 2>&1 || true)"

sleep 2
xdotool mousemove 358 38 click 1 mousemove 1000 700
for _ in $(seq 120); do
    sleep 1
    shot demo
    text=$(seen demo "$middle")
    [[ $text == *won* ]] && break
done
printf 'end: %s\n' "$text"
printf 'library: %s\n' "$(pgrep -P "$session" | while read -r child; do
    grep -o '[^ ]*freecell[-_]solver[^ ]*' "/proc/$child/maps" || true
done | head -1)"
