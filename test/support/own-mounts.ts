import { spawnSync } from 'node:child_process'

/** Why mounts of one's own are not possible here; undefined when they are. They end with the process that has them. */
export function whyNoMounts(): string | undefined {
  const { error, status, stderr } = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp'])
  if (status === 0) return undefined
  return `no mount namespace: ${error?.message ?? stderr.toString().trim()}`
}

/** Runs a program with mounts of its own; `setUp` is shell text in which `$1` stands for `directory`. */
export function withMounts(setUp: string, directory: string): string[] {
  return ['unshare', '-Urm', 'sh', '-c', `set -e; ${setUp}; shift; exec "$@"`, 'sh', directory]
}
