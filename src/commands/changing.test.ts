import { describe, expect, it } from 'vitest'
import { analysed, type CommandRow, describeCommands } from '../../test/support/command-table.ts'

const WRITES: readonly CommandRow[] = [
  ['a new directory', 'mkdir -p src/new', 'other', 'medium', 'mkdir'],
  ['a new file', 'touch a.txt', 'other', 'medium', 'touch'],
  ['a copy', 'cp a.txt b.txt', 'other', 'medium', 'cp'],
  ['a copy into a directory', 'cp -r a b --target-directory=/tmp/x', 'other', 'medium', 'cp'],
  ['a move', 'mv a.txt b.txt', 'destroy', 'high', 'mv'],
  ['a link', 'ln -s a b', 'other', 'medium', 'ln'],
  ['an install', 'install -m 755 a /usr/local/bin/a', 'other', 'medium', 'install'],
  ['a file from a pipe', 'ls | tee list.txt', 'other', 'medium', 'ls tee'],
  ['a file by dd', 'dd if=a of=b', 'other', 'medium', 'dd'],
  ['a cut file', 'truncate -s 0 a.txt', 'other', 'medium', 'truncate'],
  ['sorted in place', 'sort -o names.txt names.txt', 'other', 'medium', 'sort'],
  ['the second operand of uniq', 'uniq a.txt package.json', 'other', 'medium', 'uniq'],
  ['the second operand of xxd', 'xxd -r a.hex package.json', 'other', 'medium', 'xxd'],
  ['a tree into a file', 'tree -o package.json', 'other', 'medium', 'tree', 'unknown-flag'],
  ['a diff into a file', 'git diff --output=package.json', 'other', 'medium', 'git', 'unknown-flag'],
  ['a diff by a program', 'git diff --ext-diff', 'other', 'medium', 'git', 'unknown-flag'],
  ['a search that opens a program', 'git grep -O foo', 'other', 'medium', 'git', 'unknown-flag'],
  ['a search by another program', 'rg --pre ./x foo', 'other', 'medium', 'rg', 'unknown-flag'],
  ['a sort by another program', 'sort --compress-program=./x a', 'other', 'medium', 'sort', 'unknown-flag'],
  ['a manual by another program', 'man -P ./x ls', 'other', 'medium', 'man', 'unknown-flag'],
  ['an archive', 'tar czf out.tgz src', 'other', 'medium', 'tar'],
  ['an archive, listed', 'tar tzf out.tgz', 'read-only', 'low', 'tar'],
  ['an archive, unpacked', 'tar -xzf out.tgz -C /tmp/x', 'other', 'medium', 'tar'],
  ['an archive that runs a program', 'tar xf a.tar --to-command=./x', 'uninspectable', 'high', 'tar', 'inline-code'],
  [
    'an archive with a check point',
    'tar cf a.tar --checkpoint=1 --checkpoint-action=exec=./x b',
    'uninspectable',
    'high',
    'tar',
  ],
  ['a zip, unpacked', 'unzip -o a.zip -d /tmp/x', 'other', 'medium', 'unzip'],
  ['a zip, listed', 'unzip -l a.zip', 'read-only', 'low', 'unzip'],
  ['a compressed file', 'gzip a.txt', 'destroy', 'medium', 'gzip'],
  ['a compressed file on the screen', 'gzip -dc a.gz', 'read-only', 'low', 'gzip'],
  ['rights', 'chmod +x scripts/build.sh', 'other', 'medium', 'chmod'],
  ['an owner', 'chown me a.txt', 'other', 'high', 'chown', 'ownership'],
  ['a patch', 'patch -p1 -i fix.diff', 'other', 'medium', 'patch'],
  ['synchronised directories', 'rsync -a --delete src/ /tmp/x/', 'destroy', 'high', 'rsync'],
  ['staged changes', 'git add -A', 'other', 'medium', 'git'],
  ['a commit', 'git commit -m "fix: it works"', 'other', 'medium', 'git'],
  ['a commit that skips checks', 'git commit --no-verify -m x', 'other', 'medium', 'git', 'skips-checks'],
  ['a new branch', 'git branch feature', 'other', 'medium', 'git'],
  ['a new branch, entered', 'git checkout -b feature', 'other', 'medium', 'git'],
  ['a new tag', 'git tag v1.0.0', 'other', 'medium', 'git'],
  ['a stash', 'git stash', 'other', 'medium', 'git'],
  ['a new remote', 'git remote add x https://x.example', 'other', 'high', 'git', 'vcs-settings'],
  ['a harmless setting', 'git config user.name me', 'other', 'medium', 'git'],
  ['a version of a package', 'npm version patch', 'other', 'medium', 'npm'],
]

const DELETES: readonly CommandRow[] = [
  ['a file', 'rm a.txt', 'destroy', 'medium', 'rm'],
  ['a directory', 'rm -rf node_modules', 'destroy', 'high', 'rm'],
  ['an empty directory', 'rmdir old', 'destroy', 'medium', 'rmdir'],
  ['a file for good', 'shred -u a.txt', 'destroy', 'medium', 'shred'],
  ['changes', 'git reset --hard', 'destroy', 'high', 'git', 'discards'],
  ['changes of a file', 'git checkout -- src/main.ts', 'destroy', 'high', 'git', 'discards'],
  ['changes by restore', 'git restore .', 'destroy', 'high', 'git', 'discards'],
  ['unknown files', 'git clean -fdx', 'destroy', 'high', 'git'],
  ['a branch', 'git branch -D feature', 'destroy', 'high', 'git', 'discards'],
  ['a stash', 'git stash drop', 'destroy', 'high', 'git', 'discards'],
  ['the reflog', 'git reflog expire --all', 'destroy', 'high', 'git'],
  ['a container', 'docker rm -f web', 'destroy', 'high', 'docker'],
  ['volumes', 'docker compose down -v', 'destroy', 'high', 'docker'],
  ['a deployment', 'kubectl delete deploy web', 'destroy', 'high', 'kubectl'],
]

const REACHES: readonly CommandRow[] = [
  ['a page', 'curl -s https://example.com/a', 'network', 'medium', 'curl'],
  ['a page, saved', 'curl -o a.html https://example.com', 'network', 'medium', 'curl'],
  ['something sent', 'curl -X POST -d a=b https://example.com', 'network', 'high', 'curl'],
  ['a download', 'wget https://example.com/a.zip', 'network', 'medium', 'wget'],
  ['an echo', 'ping -c 1 example.com', 'network', 'medium', 'ping'],
  ['a name', 'dig example.com', 'network', 'medium', 'dig'],
  ['a copy to another machine', 'scp a.txt me@host:/tmp', 'network', 'high', 'scp'],
  ['a copy by rsync', 'rsync -az src/ me@host:/srv', 'network', 'medium', 'rsync'],
  ['a fetch', 'git fetch --all --prune', 'network', 'medium', 'git'],
  ['a pull', 'git pull --rebase', 'network', 'medium', 'git'],
  ['a clone', 'git clone https://github.com/a/b.git', 'network', 'medium', 'git'],
  ['a push', 'git push origin main', 'network', 'high', 'git', 'publishes'],
  ['a remote, asked', 'git remote show origin', 'network', 'medium', 'git'],
  ['references of a remote', 'git ls-remote origin', 'network', 'medium', 'git'],
  ['an install', 'npm ci', 'network', 'medium', 'npm', 'installs'],
  ['a package, asked', 'npm view zod version', 'network', 'medium', 'npm'],
  ['an install of python', 'pip install requests', 'network', 'medium', 'pip'],
  ['an install of the system', 'apt-get install -y jq', 'network', 'high', 'apt-get'],
  ['a cluster, asked', 'kubectl get pods -A', 'network', 'medium', 'kubectl'],
  ['a cluster, changed', 'kubectl apply -f x.yaml', 'network', 'high', 'kubectl'],
  ['pull requests', 'gh pr list', 'network', 'medium', 'gh'],
  ['a pull request', 'gh pr create --fill', 'network', 'high', 'gh'],
  ['a repository, deleted', 'gh repo delete a/b --yes', 'network', 'critical', 'gh'],
  ['an image, pulled', 'docker pull node:24', 'network', 'medium', 'docker'],
  ['a database', 'psql -h db -c "drop table x"', 'network', 'medium', 'psql'],
]

/** Other shells are recognised and not looked into; what no grammar understands asks. */
const NOT_PARSED: readonly CommandRow[] = [
  ['a listing of PowerShell', 'Get-ChildItem -Recurse', 'not parsed', 'high', '', 'other-shell'],
  ['a deletion of PowerShell', 'Remove-Item -Recurse -Force build', 'not parsed', 'high', '', 'other-shell'],
  ['a variable of PowerShell', 'echo $env:PATH', 'not parsed', 'high', '', 'other-shell'],
  ['a pipe of PowerShell', 'ls | % { $_.Name }', 'not parsed', 'high', '', 'other-shell'],
  ['a variable of the prompt', 'echo %PATH%', 'not parsed', 'high', '', 'other-shell'],
  ['a listing of the prompt', 'dir /s', 'not parsed', 'high', '', 'other-shell'],
  ['a deletion of the prompt', 'del /q a.txt', 'not parsed', 'high', '', 'other-shell'],
  ['a lonely operator', 'ls &&', 'not parsed', 'high', ''],
  ['a lonely bracket', 'ls )', 'not parsed', 'high', ''],
  ['an unfinished branch', 'if true; then ls', 'not parsed', 'high', ''],
  ['an unfinished here-document', 'cat <<E\nabc', 'not parsed', 'high', ''],
  ['two here-documents at once', 'cat <<A <<B\na\nA\nb\nB', 'not parsed', 'high', ''],
]

describeCommands('commands that write', WRITES)
describeCommands('commands that delete', DELETES)
describeCommands('commands that reach other machines', REACHES)
describeCommands('commands that are not understood', NOT_PARSED)

describe('paths', () => {
  const paths = (command: string) =>
    analysed(command).paths.map(({ access, path, isRecursive }) => `${access}${isRecursive ? '*' : ''} ${path}`)

  it.each([
    ['of a copy', 'cp a ../b', ['read /home/me/project/a', 'write /home/me/project/../b']],
    ['of a move', 'mv a b/', ['destroy* /home/me/project/a', 'write* /home/me/project/b/']],
    ['of an archive', 'tar xf a.tar -C out', ['read /home/me/project/a.tar', 'write* /home/me/project/out/.']],
    ['after a jump', 'cd src && rm a', ['read /home/me/project/src', 'destroy /home/me/project/src/a']],
    [
      'after a jump that may fail',
      'cd src; rm a',
      ['read /home/me/project/src', 'destroy /home/me/project/src/a', 'destroy /home/me/project/a'],
    ],
    ['after a jump in a subshell', '(cd src); rm a', ['read /home/me/project/src', 'destroy /home/me/project/a']],
    ['after a jump nobody can follow', 'cd "$x" && rm a', ['read null', 'destroy null']],
    ['of a repository elsewhere', 'git -C /srv/app rm a', ['read /srv/app', 'destroy /srv/app/a']],
    [
      'of a redirection',
      'ls 2>err >out',
      ['read /home/me/project/.', 'write /home/me/project/err', 'write /home/me/project/out'],
    ],
    ['in the home', 'cat ~/a "$HOME/b"', ['read /home/me/a', 'read /home/me/b']],
    ['on another machine are not ours', 'ssh host cat /etc/passwd', []],
  ])('%s: %s', (_, command, expected) => {
    expect(paths(command)).toEqual(expected)
  })

  it('and hosts are listed', () => {
    expect(analysed('curl https://a.example:8080/x && ssh me@b.example ls').hosts).toEqual(['a.example', 'b.example'])
  })
})
