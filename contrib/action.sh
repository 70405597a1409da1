#!/usr/bin/env bash
# What action.yml runs in the folder of a user's crate: the courses. The table goes into the job's summary and, if asked for, becomes a
# comment of the pull request; the exit code becomes a badge. Ends as the program ended: 0 as declared, 1 not, 2 wrong usage.
set -euo pipefail
words=$ARGUMENTS
# They may be several lines.
read -r -d '' -a arguments <<<"$words" || true
# `controllers` is the former name of `suite controllers`.
[[ ${arguments[0]:-} =~ ^(suite|controllers|bar|judge)$ ]] || {
    echo "arguments: '$words' must begin with suite, bar or judge" >&2
    exit 2
}
table=$(mktemp)
trap 'rm -f "$table"' EXIT
# Behind the verb: what follows a `--` of the user's is the judged program's.
count=1
[[ ${arguments[0]} != suite ]] || count=2
verb=("${arguments[@]:0:count}")
ours=()
[[ -z ${KNOWN:-} ]] || ours+=(--known "$KNOWN")
arguments=("${verb[@]}" "${ours[@]}" "${arguments[@]:count}")
code=0
cargo run --release ${BIN:+--bin "$BIN"} -- "${arguments[@]}" | tee "$table" || code=${PIPESTATUS[0]}
case $code in
    0) message=${KNOWN:+as declared} message=${message:-passed} color=brightgreen ;;
    1) message=${KNOWN:+not as declared} message=${message:-failed} color=red ;;
    *) message='did not finish' color=red ;;
esac
# In a workspace the folder of the crate has no target/.
mkdir -p "$(dirname "$BADGE")"
cat >"$BADGE" <<JSON
{
  "schemaVersion": 1,
  "label": "clipmark ${verb[*]}",
  "message": "$message",
  "color": "$color"
}
JSON
{
    echo "### Clipmark: \`$words\` ended with $code"
    echo '```'
    cat "$table"
    echo '```'
} >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
if [[ ${COMMENT:-false} == true && -n ${REQUEST:-} ]]; then
    { echo "Clipmark: \`$words\` ended with $code"; echo '```'; head -c 60000 "$table"; echo '```'; } |
        gh pr comment "$REQUEST" --edit-last --create-if-none --body-file - ||
        echo "::warning::the comment could not be written; it needs pull-requests: write"
fi
exit "$code"
