#!/usr/bin/env bash
# What action.yml runs in the folder of a user's crate: the courses, the badge, the table in the job's summary and, if asked for, as a
# comment of the pull request. Ends as the program ended: 0 as declared, 1 not, 2 wrong usage.
set -euo pipefail
words=$ARGUMENTS
read -r -a arguments <<<"$words"
[[ ${arguments[0]:-} =~ ^(controllers|bar|judge)$ ]] || {
    echo "arguments: '$words' must begin with controllers, bar or judge" >&2
    exit 2
}
table=$(mktemp)
trap 'rm -f "$table"' EXIT
# Behind the verb: what follows a `--` of the user's is the judged program's.
ours=(--badge "$BADGE")
[[ -z ${KNOWN:-} ]] || ours+=(--known "$KNOWN")
arguments=("${arguments[0]}" "${ours[@]}" "${arguments[@]:1}")
code=0
cargo run --release -- "${arguments[@]}" | tee "$table" || code=${PIPESTATUS[0]}
{
    echo "### Clipmark: \`$words\` ended with $code"
    echo '```'
    cat "$table"
    echo '```'
} >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
if [[ ${COMMENT:-false} == true && -n ${REQUEST:-} ]]; then
    { echo "Clipmark: \`$words\` ended with $code"; echo '```'; head -c 60000 "$table"; echo '```'; } |
        gh pr comment "$REQUEST" --edit-last --create-if-none --body-file -
fi
exit "$code"
