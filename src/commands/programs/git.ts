import { because, type Draft, isUnknown, runsCode } from '../draft.ts'
import type { Arguments } from '../flags.ts'
import { type Program, type Programs, programs } from '../program.ts'
import {
  checkBranch,
  checkConfig,
  checkGrep,
  checkOperands,
  checkPush,
  checkSetting,
  checkTag,
  feedFiles,
} from './git-checks.ts'

const DIFF = `-# -abcpqrRstuwzW -l= -G= -S= -U= -M? -C? -B? -X? -D? --patch --no-patch --raw --patch-with-stat --stat? --numstat
  --shortstat --dirstat? --summary --name-only --name-status --color? --no-color --word-diff? --word-diff-regex=
  --color-words? --minimal --patience --histogram --diff-algorithm= --unified= --no-renames --find-renames? --find-copies?
  --find-copies-harder --diff-filter= --pickaxe-regex --pickaxe-all --relative? --text --ignore-space-at-eol
  --ignore-space-change --ignore-all-space --ignore-blank-lines --inter-hunk-context= --function-context --exit-code --quiet
  --no-ext-diff --no-textconv --full-index --binary --abbrev? --no-abbrev --no-prefix --src-prefix= --dst-prefix= --cc
  --combined-all-paths --check --submodule? --ignore-submodules? --compact-summary --color-moved? --indent-heuristic`
const LOG = `${DIFF} -n= -i -E -F -L= -g --oneline --graph --decorate? --no-decorate --all --branches? --tags? --remotes? --first-parent --merges
  --no-merges --reverse --format= --pretty? --date= --since= --after= --until= --before= --author= --committer= --grep= --all-match
  --invert-grep --max-count= --skip= --follow --source --full-history --simplify-merges --simplify-by-decoration --ancestry-path?
  --topo-order --date-order --author-date-order --abbrev-commit --no-abbrev-commit --parents --children --left-right --cherry
  --cherry-pick --cherry-mark --walk-reflogs --boundary --show-signature --notes? --no-notes --left-only --right-only --no-walk?
  --log-size --use-mailmap --relative-date --merge --no-color --glob= --exclude= --regexp-ignore-case --fixed-strings --count`
/** Revisions and paths look alike; what is outside of the repository can be told from its beginning. */
const READS = (flags: string): Program => ({ flags, operands: 'text*', inspect: checkOperands })
const LISTS_FILES = (flags: string): Program => ({
  flags,
  operands: 'text*',
  inspect: (draft, args) => {
    checkOperands(draft, args)
    feedFiles(draft, args)
  },
})
const WRITES: Program = { operands: 'text*', effects: ['writes'], flags: '-abdefijklmnNopPqrsStuvwxyz' }
const NETWORK: Program = { operands: 'text*', effects: ['network', 'writes'] }
const DISCARDS: Program = {
  operands: 'text*',
  effects: ['deletes'],
  reason: ['high', 'discards', 'It throws away changes that are not committed.'],
}
const REWRITES: Program = {
  operands: 'text*',
  effects: ['writes'],
  reason: ['medium', 'rewrites', 'It rewrites history.'],
}
const SHORT = '-abcdefghiklmnopqrstuvwxyz'

const SUBCOMMANDS = programs({
  status: READS(
    '-bsuvz -M? --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignored? --ignore-submodules? --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?',
  ),
  'log whatchanged': READS(LOG),
  show: READS(LOG),
  diff: READS(`${DIFF} --cached --staged --merge-base --no-index --ours --theirs --base`),
  'diff-tree diff-index diff-files': READS(
    `${DIFF} -s -m -v --cached --root --stdin --no-commit-id --pretty? --format=`,
  ),
  'range-diff shortlog': READS(
    `${LOG} -c -e -w? --summary --numbered --email --group= --creation-factor= --no-dual-color`,
  ),
  blame: READS(
    '-bcefklpstw -M? -C? -L= -S=< --root --show-stats --score-debug --show-name --show-number --show-email --porcelain --line-porcelain --incremental --encoding= --contents=< --date= --ignore-rev= --ignore-revs-file=< --color-lines --color-by-age --abbrev=',
  ),
  'rev-parse rev-list': READS(
    `${LOG} -q --verify --short? --abbrev-ref? --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --git-common-dir --absolute-git-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-superproject-working-tree --show-object-format? --git-path= --revs-only --no-revs --flags --default= --not --disambiguate= --objects --timestamp --bisect --path-format=`,
  ),
  'ls-files ls-tree': LISTS_FILES(
    '-cdefkimostuvzlr -x= -X=< --cached --deleted --modified --others --ignored --stage --directory --no-empty-directory --unmerged --killed --exclude= --exclude-from=< --exclude-per-directory= --exclude-standard --error-unmatch --with-tree= --full-name --recurse-submodules --abbrev? --eol --deduplicate --name-only --name-status --long --full-tree --format= --object-only',
  ),
  'cat-file': READS('-eptsz --batch? --batch-check? --batch-all-objects --buffer --follow-symlinks --unordered'),
  grep: {
    flags:
      '-aiIwvhHEGFPnlLzocqprW -e= -f=< -A= -B= -C= -m= --cached --untracked --no-index --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color? --no-color --break --heading --show-function --context= --after-context= --before-context= --function-context --max-depth= --and --or --not --all-match --quiet --recurse-submodules --threads= --max-count=',
    operands: 'text*',
    inspect: checkGrep,
  },
  'merge-base name-rev describe show-ref for-each-ref show-branch count-objects check-ignore check-attr check-ref-format var version fsck verify-commit verify-tag cherry ls-attr merge-tree patch-id get-tar-commit-id stripspace column':
    READS(
      `${SHORT} --all --is-ancestor --fork-point --octopus --independent --tags --always --long --dirty? --abbrev? --match= --exclude= --contains? --candidates= --exact-match --first-parent --heads --verify --hash? --dereference --exclude-existing? --count= --shell --perl --python --format= --sort= --points-at= --merged? --no-merged? --no-contains? --refs= --name-only --no-undefined --human-readable --verbose --no-index --non-matching --stdin --full --strict --unreachable --dangling --no-dangling --raw`,
    ),
  reflog: {
    flags: LOG,
    subcommands: programs({ 'show list HEAD': READS(LOG), exists: READS('') }),
    alone: {},
    inspect: (draft, { operands }) => {
      if (/^(?:expire|delete|drop)$/.test(operands[0]?.value ?? ''))
        because(draft, 'high', 'discards', 'It throws away history.')
      if (/^(?:expire|delete|drop)$/.test(operands[0]?.value ?? '')) draft.effects.add('deletes')
    },
  },
  branch: {
    flags:
      '-alrvqi --all --list --remotes --verbose --color? --no-color --column? --no-column --abbrev? --no-abbrev --show-current --ignore-case --sort= --format= --contains= --no-contains= --merged? --no-merged? --points-at=',
    operands: 'text*',
    inspect: checkBranch,
  },
  tag: {
    flags:
      '-lni --list --column? --no-column --sort= --format= --contains? --no-contains? --merged? --no-merged? --points-at= --color? -n?',
    operands: 'text*',
    inspect: checkTag,
  },
  remote: {
    flags: '-v --verbose',
    subcommands: programs({
      'get-url': READS('--push --all'),
      show: { flags: '-n', operands: 'text*', effects: ['network'] },
      'update prune': NETWORK,
    }),
    alone: {},
    otherwise: {
      operands: 'text*',
      effects: ['writes'],
      reason: ['high', 'vcs-settings', 'It changes where the repository is sent to.'],
    },
  },
  config: {
    flags:
      '-lz --get --get-all --get-regexp --get-urlmatch --list --name-only --show-origin --show-scope --global --system --local --worktree --null --type= --bool --int --path --default= --includes --no-includes -f=< --file=< --blob=',
    operands: 'text*',
    inspect: checkConfig,
  },
  stash: {
    flags: '-q --quiet',
    subcommands: programs({
      list: READS(LOG),
      show: READS(DIFF),
      'drop clear': DISCARDS,
      'push save create store apply branch': WRITES,
      pop: WRITES,
    }),
    alone: { effects: ['writes'] },
    otherwise: WRITES,
  },
  worktree: {
    subcommands: programs({ list: READS('-vz --porcelain --verbose'), 'remove prune': DISCARDS }),
    otherwise: { operands: 'text write text*', flags: '-b= -B= -d --detach --force -f', effects: ['writes'] },
  },
  submodule: {
    flags: '-q --quiet --cached',
    subcommands: programs({ 'status summary': READS('-q --cached --recursive --files') }),
    alone: {},
    otherwise: { operands: 'text*', effects: ['network', 'writes', 'unknown'] },
  },
  notes: { subcommands: programs({ 'list show': READS('') }), alone: {}, otherwise: WRITES },
  bisect: { subcommands: programs({ log: READS('') }), otherwise: WRITES },
  help: { operands: 'text*', effects: ['unknown'] },
  add: {
    flags:
      '-AfiNnpuv --all --force --update --patch --dry-run --verbose --intent-to-add --renormalize --chmod= --ignore-errors --ignore-missing --refresh --edit',
    operands: 'read*',
    effects: ['writes'],
  },
  commit: {
    flags:
      '-aenopqsSuvz -c= -C= -F=< -m= -t=< -u? -S? --all --amend --message= --no-edit --allow-empty --allow-empty-message --no-verify --signoff --author= --date= --fixup= --squash= --reuse-message= --file=< --quiet --verbose --dry-run --patch --only --include --trailer= --reset-author --no-gpg-sign --gpg-sign? --cleanup=',
    operands: 'text*',
    effects: ['writes'],
    inspect: noHooks,
  },
  mv: { flags: '-fknv --force --dry-run --verbose', operands: 'destroy* write', effects: ['writes'] },
  rm: {
    flags: '-fnrq --cached --force --dry-run --quiet --ignore-unmatch',
    operands: 'destroy*',
    effects: ['deletes'],
    recursive: '-r',
  },
  'checkout switch restore': {
    flags:
      '-bBcCdfglmpqtSW -b= -B= -c= -C= -s= --source= --staged --worktree --detach --track? --no-track --force --quiet --ours --theirs --merge --patch --create= --orphan= --progress --guess --ignore-skip-worktree-bits --discard-changes',
    operands: 'text*',
    effects: ['writes'],
    inspect: checkDiscards,
  },
  reset: {
    flags: '-NpqS --soft --mixed --hard --merge --keep --quiet --patch --no-refresh',
    operands: 'text*',
    effects: ['writes'],
    inspect: checkDiscards,
  },
  clean: {
    flags: '-dfinqxX -e= --dry-run --force --quiet --exclude= --interactive',
    operands: 'text*',
    effects: ['deletes'],
    inspect: checkClean,
  },
  'merge cherry-pick revert am apply': {
    ...WRITES,
    flags: `${SHORT} -m= -s= -X= --no-ff --ff-only --ff --squash --abort --continue --skip --quit --no-commit --no-edit --edit --message= --strategy= --strategy-option= --index --cached --check --stat --numstat --reverse --3way --reject --whitespace= --directory= --include= --exclude= -p=`,
  },
  rebase: {
    ...REWRITES,
    flags:
      '-fikmpqrvn -s= -X= -x=$ --exec=$ --onto= --root --continue --abort --skip --quit --autosquash --autostash --no-autostash --interactive --keep-empty --rebase-merges? --update-refs --edit-todo --show-current-patch',
  },
  'filter-branch filter-repo': {
    operands: 'text*',
    effects: ['writes', 'executes-inline-code'],
    reason: ['critical', 'rewrites', 'It rewrites the whole history.'],
  },
  'gc prune repack pack-refs maintenance': {
    operands: 'text*',
    effects: ['writes'],
    flags: '-adflq --auto --aggressive --prune? --quiet',
    reason: ['medium', 'rewrites', 'It removes what nothing points to.'],
  },
  'update-ref update-index symbolic-ref write-tree commit-tree read-tree mktree mktag hash-object replace unpack-objects index-pack':
    WRITES,
  init: { flags: '-q -b= --bare --initial-branch= --template=< --quiet', operands: 'write', effects: ['writes'] },
  clone: {
    flags:
      '-lnqsv -b= -c= -j= -o= -u= --depth= --branch= --single-branch --no-tags --recursive --recurse-submodules? --shallow-submodules --bare --mirror --quiet --verbose --filter= --sparse --no-checkout --origin= --jobs= --config= --upload-pack= --template=',
    operands: 'host write',
    effects: ['network', 'writes'],
    inspect: checkClone,
  },
  'fetch pull': {
    flags:
      '-afknpqtuv46 -j= -r? -s= -X= --all --tags --no-tags --prune --prune-tags --depth= --unshallow --force --quiet --verbose --progress --dry-run --rebase? --no-rebase --ff-only --no-ff --ff --autostash --recurse-submodules? --jobs= --set-upstream --update-shallow --deepen=',
    operands: 'text*',
    effects: ['network', 'writes'],
  },
  'ls-remote remote-https archive': {
    flags: `${SHORT} --heads --tags --refs --quiet --exit-code --get-url --symref --sort= --format= --prefix= --remote=@ -o=> --output=>`,
    operands: 'text*',
    effects: ['network'],
  },
  push: {
    flags:
      '-46dfnquv -o= --all --mirror --tags --follow-tags --delete --dry-run --force --force-with-lease? --force-if-includes --no-verify --set-upstream --quiet --verbose --progress --prune --atomic --porcelain --push-option= --signed? --repo=',
    operands: 'text*',
    effects: ['network', 'publishes'],
    named: 0,
    inspect: checkPush,
  },
  'send-email send-pack request-pull svn p4 imap-send': {
    operands: 'text*',
    effects: ['network', 'publishes'],
    reason: ['high', 'publishes', 'It sends the repository somewhere.'],
  },
  credential: {
    operands: 'text*',
    effects: ['unknown'],
    reason: ['critical', 'credentials', 'It handles credentials.'],
  },
  'credential-store credential-cache credential-osxkeychain': {
    operands: 'text*',
    effects: ['unknown'],
    reason: ['critical', 'credentials', 'It handles credentials.'],
  },
  'difftool mergetool instaweb gui citool daemon http-backend shell hook lfs': {
    operands: 'text*',
    effects: ['unknown', 'executes-inline-code'],
    reason: ['high', 'runs-program', 'It starts other programs.'],
  },
})

export const GIT: Programs = {
  git: {
    flags:
      '-vP --version --help --no-pager --no-optional-locks --no-replace-objects --literal-pathspecs --glob-pathspecs --no-advice -c= -C=/',
    subcommands: SUBCOMMANDS,
    alone: {},
    inspect: (draft, { flags }) => {
      for (const { name, value, word } of flags) {
        if (name !== '-c') continue
        if (value?.value == null) runsCode(draft, 'vcs-settings', 'Its settings cannot be known.', word)
        else checkSetting(draft, value.value.replace(/=.*/s, ''), word)
      }
      for (const word of draft.words) {
        const isProgram = /^ext::|^--(?:upload-pack|receive-pack|exec)=/.test(word.prefix)
        if (isProgram) runsCode(draft, 'inline-code', 'It names a program that git runs.', word)
      }
    },
  },
}

function noHooks(draft: Draft, { flags }: Arguments): void {
  if (flags.some(({ name }) => name === '--no-verify' || name === '-n'))
    because(draft, 'medium', 'skips-checks', 'It skips the checks of the repository.')
}

function checkDiscards(draft: Draft, { flags, operands }: Arguments): void {
  const names = new Set(flags.map(({ name }) => name))
  const isRestore = draft.form.subcommands[0] === 'restore' && !names.has('--staged')
  const isPath =
    draft.form.subcommands[0] === 'checkout' &&
    (operands.some(({ prefix }) => /^\.{1,2}(?:\/|$)|\//.test(prefix)) ||
      draft.words.some(({ value }) => value === '--'))
  const isForced = ['--hard', '--force', '-f', '--merge', '--discard-changes', '-B', '-C'].some((name) =>
    names.has(name),
  )
  if (!isForced && !isRestore && !isPath) return
  draft.effects.add('deletes')
  because(draft, 'high', 'discards', 'It throws away changes that are not committed.')
}

function checkClean(draft: Draft, { flags }: Arguments): void {
  if (!flags.some(({ name }) => name === '-n' || name === '--dry-run'))
    because(draft, 'high', 'deletes', 'It deletes files that git does not know.')
}

function checkClone(draft: Draft, { flags }: Arguments): void {
  for (const { name, value, word } of flags) {
    if (name === '-c' || name === '--config') checkSetting(draft, value?.value?.replace(/=.*/s, '') ?? '', word)
    if (name === '-u' || name === '--upload-pack' || name === '--template')
      isUnknown(draft, 'runs-program', 'It runs a program of its own.', word)
  }
}
