import { describe, expect, it } from 'vitest'
import type { Access } from '../contract/resources.ts'
import { createProtection } from './protection.ts'

const protectionOf = createProtection('/home/ann')

const BOTH = [
  '/home/ann/.ssh',
  '/home/ann/.ssh/id_ed25519',
  '/home/ann/.ssh/config',
  '/root/.ssh/authorized_keys',
  '/home/ann/.gnupg/private-keys-v1.d/x.key',
  '/home/ann/.aws/credentials',
  '/home/ann/.config/gcloud/credentials.db',
  '/home/ann/.kube/config',
  '/home/ann/.docker/config.json',
  '/home/ann/.netrc',
  '/home/ann/.git-credentials',
  '/home/ann/.npmrc',
  '/home/ann/.password-store/mail.gpg',
  '/home/ann/.local/share/keyrings/login.keyring',
  '/home/ann/.mozilla/firefox/x/logins.json',
  '/home/ann/.config/google-chrome/Default/Cookies',
  '/Users/ann/Library/Keychains/login.keychain-db',
  '/Users/ann/Library/Application Support/Google/Chrome/Default/Cookies',
  '/ws/.env',
  '/ws/.ENV',
  '/ws/.env.local',
  '/ws/.env.production',
  '/ws/.envrc',
  '/ws/packages/api/.env.test',
  '/ws/cert/server.pem',
  '/ws/SERVER.PEM',
  '/ws/tls.key',
  '/ws/store.p12',
  '/ws/id_rsa',
  '/ws/.\u200bssh/x',
  '/ws/\uff0eenv',
  '/etc/shadow',
  '/etc/ssl/private/x',
  '/run/secrets/token',
  '/proc/1/environ',
  '/proc/4711/mem',
  '/proc/self/maps',
  '/proc/kcore',
]

const WRITE_ONLY = [
  '/ws/.git',
  '/ws/.git/config',
  '/ws/.git/hooks/pre-commit',
  '/ws/.GIT/Hooks/pre-commit',
  '/ws/sub/.git/info/attributes',
  '/srv/project.git/hooks/post-receive',
  '/ws/hooks/pre-push',
  '/home/ann/.gitconfig',
  '/home/ann/.config/git/config',
  '/ws/.husky/pre-commit',
  '/ws/.hg/hgrc',
  '/ws/.vscode/tasks.json',
  '/ws/.vscode/settings.json',
  '/ws/.idea/workspace.xml',
  '/ws/.devcontainer/devcontainer.json',
  '/ws/.github/workflows/ci.yml',
  '/ws/.gitlab-ci.yml',
  '/ws/.circleci/config.yml',
  '/ws/Jenkinsfile',
  '/ws/azure-pipelines.yaml',
  '/ws/.npmrc',
  '/ws/.yarnrc.yml',
  '/ws/.yarn/releases/yarn.cjs',
  '/ws/.cargo/config.toml',
  '/home/ann/.bashrc',
  '/home/ann/.zshenv',
  '/home/ann/.profile',
  '/home/ann/.config/fish/config.fish',
  '/home/ann/.config/autostart/x.desktop',
  '/home/ann/.config/systemd/user/x.service',
  '/Users/ann/Library/LaunchAgents/x.plist',
  '/var/spool/cron/crontabs/ann',
  '/etc/crontab',
  '/etc/cron.d/x',
  '/etc/systemd/system/x.service',
  '/etc/hosts',
  '/lib/systemd/system/x.service',
  '/ws/.mcp.json',
  '/ws/.cursor/mcp.json',
  '/ws/.claude/settings.json',
  '/home/ann/.claude.json',
  '/Users/ann/Library/Application Support/Claude/claude_desktop_config.json',
  '/proc/sys/kernel/core_pattern',
  '/proc/sysrq-trigger',
  '/sys/power/state',
  '/dev/sda',
  '/dev/null',
  '/boot/vmlinuz',
]

const NEVER = [
  '/ws/.env.example',
  '/ws/.env.sample',
  '/ws/.env.production.template',
  '/ws/environment.ts',
  '/ws/src/env.ts',
  '/ws/ssh/notes.md',
  '/ws/.sshx/y',
  '/ws/.gitignore',
  '/ws/.github/ISSUE_TEMPLATE.md',
  '/ws/git/config',
  '/ws/src/hooks/use-state.ts',
  '/ws/package.json',
  '/ws/Makefile',
  '/ws/key.ts',
  '/ws/pem',
  '/ws/keys/index.ts',
  '/ws/profile',
  '/ws/etc/hosts',
  '/ws/proc/1/x',
  '/ws/id_rsa.pub',
  '/dev/shm/x',
  '/procession/1',
]

const cases = (paths: readonly string[], ...accesses: readonly Access[]) =>
  paths.flatMap((path) => accesses.map((access) => [access, path] as const))

describe('the critical class', () => {
  it.each(cases(BOTH, 'read', 'write', 'destroy'))('covers to %s %s', (access, path) => {
    const { class: found, reason } = protectionOf(path, access)
    expect(found).toBe('critical')
    expect(reason).toMatch(/^[A-Z].*\.$/)
  })

  it.each(cases(WRITE_ONLY, 'write', 'destroy'))('covers to %s %s', (access, path) => {
    expect(protectionOf(path, access).class).toBe('critical')
  })

  it.each(cases(WRITE_ONLY, 'read'))('leaves to %s %s', (access, path) => {
    expect(protectionOf(path, access)).toEqual({ class: 'none', reason: null })
  })

  it.each(cases(NEVER, 'read', 'write', 'destroy'))('leaves to %s %s', (access, path) => {
    expect(protectionOf(path, access).class).toBe('none')
  })
})
