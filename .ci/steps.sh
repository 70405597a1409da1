# What both gates share: steps with their seconds, and what a machine needs. Sourced by .ci/run and .ci/long.

# A gate builds once: what incremental builds keep takes a third more time and half the room.
export CARGO_INCREMENTAL=0

# Where the programs lie that a gate has built. What runs inside a trace, a tick or the referee is optimised in both profiles.
programs=${programs:-target/release}
compare=$programs/compare
steps=()
step_name=
step_since=0
step_busy=0
step_times=$(mktemp)
trap 'rm -f "$step_times"' EXIT

# Sets `busy` to the seconds of processor time, user and system, that the commands so far have taken.
processor() {
    local times user system
    # A pipe would tell the times of its own shell.
    times >"$step_times"
    { read -r; read -r user system; } <"$step_times"
    user=${user%.*} system=${system%.*}
    busy=$(((${user%m*} + ${system%m*}) * 60 + ${user#*m} + ${system#*m}))
}

# Ends the step before, with its seconds. Processor time tells what a step costs where the machine is shared.
end_step() {
    [[ -n $step_name ]] || return 0
    local wall=$((SECONDS - step_since)) before=$step_busy
    processor
    steps+=("$wall|$((busy - before))|$step_name")
    printf -- '-- %s s, %s s of processor time: %s\n' "$wall" "$((busy - before))" "$step_name"
}

step() {
    end_step
    step_name=$*
    step_since=$SECONDS
    processor
    step_busy=$busy
    printf '\n== %s (%s s so far)\n' "$*" "$SECONDS"
}

# Ends the last step and prints all of them, the longest first.
end_steps() {
    end_step
    step_name=
    printf '\n%6s s in all; seconds of each step, and of processor time\n' "$SECONDS"
    printf '%s\n' "${steps[@]}" | sort -rn |
        while IFS='|' read -r seconds busy name; do printf '%6s s %6s s  %s\n' "$seconds" "$busy" "$name"; done
}

# beside NAME COMMAND...: starts a command that runs beside the steps that follow. `await NAME` waits for it, prints what it said, and
# fails as it did. What waits for the network or for a browser leaves the processors to others.
declare -A processes outputs
beside() {
    local name=$1
    shift
    outputs[$name]=$(mktemp)
    "$@" >"${outputs[$name]}" 2>&1 &
    processes[$name]=$!
}
await() {
    local code=0
    wait "${processes[$1]}" || code=$?
    cat "${outputs[$1]}"
    rm "${outputs[$1]}"
    return "$code"
}

# need COMMAND=PACKAGE...: installs Debian's packages of the commands that are missing.
need() {
    local packages=() pair
    for pair in "$@"; do
        command -v "${pair%%=*}" >/dev/null || packages+=("${pair#*=}")
    done
    ((${#packages[@]})) || return 0
    apt-get -q update && apt-get -qy --no-install-recommends install "${packages[@]}"
}

# The page's script and its tests, and a browser for them.
need_browser() {
    need node=nodejs npm=npm chromium=chromium
    (cd crates/report/viewer && npm ci --no-audit --no-fund)
}

# ends_with CODE COMMAND...: that exit code and no other.
ends_with() {
    local wanted=$1 found=0
    shift
    "$@" || found=$?
    ((found == wanted)) || { echo "$* ended with $found, not $wanted" >&2; return 1; }
}

# What the page's module must repeat: every contestant of the page on these scenes, so many ticks.
export TICKS=10000 HASHES=$PWD/target/play-hashes.txt
hashes() {
    local scene scenes=() kind=.ron
    for scene in stairs ramps corners v-groove thin-wall surf bhop-track seam-floor low-ceiling ledge step-limit flat oa_dm1; do
        scenes+=("scenes/$scene$kind")
    done
    "$programs"/examples/hashes "$TICKS" "${scenes[@]}" >"$HASHES"
}
