import { because, type Draft, runsCode } from '../draft.ts'
import type { Arguments } from '../flags.ts'
import { touch } from '../touch.ts'
import { withoutStart } from '../word.ts'
import type { Wrappers } from '../wrapper.ts'

const DOCKER_EXEC = {
  flags: `-ditT --detach --interactive --tty --no-TTY -e= --env= --env-file=< -u= --user= -w= --workdir= --detach-keys=
    --index=`,
  operands: 'text',
  isElsewhere: true,
  effects: ['unknown'],
  reason: ['medium', 'container', 'It runs inside a container.'],
} as const

const DOCKER_RUN = {
  flags: `-ditPq --detach --interactive --tty --rm --init --no-healthcheck --publish-all --quiet --read-only --privileged
    --oom-kill-disable -a= -c= -e= -h= -l= -m= -p= -u= -v= -w= --name= --env= --env-file=< --hostname= --label= --memory=
    --cpus= --publish= --user= --volume= --workdir= --mount= --network= --net= --entrypoint= --platform= --pull= --restart=
    --pid= --ipc= --uts= --userns= --cap-add= --cap-drop= --device= --security-opt= --add-host= --dns= --expose= --gpus=
    --group-add= --link= --log-driver= --log-opt= --shm-size= --stop-signal= --stop-timeout= --tmpfs= --ulimit= --volumes-from=
    --cidfile=> --health-cmd=`,
  operands: 'text',
  isElsewhere: true,
  effects: ['network', 'unknown'],
  reason: ['medium', 'container', 'It runs inside a container.'],
  alone: {},
  inspect: inspectContainer,
} as const

/** Wrappers whose command runs on another machine or in a container. */
export const ELSEWHERE: Wrappers = {
  ssh: {
    flags: `-46AaCfGgKkMNnqsTtVvXxYy -B= -b= -c= -D= -e= -I= -i=< -J=@ -L= -l= -m= -O= -o= -p= -Q= -R= -S= -W= -w= -E=>
      -F=<`,
    operands: 'host',
    code: 'joined',
    isElsewhere: true,
    effects: ['network', 'unknown'],
    alone: {},
    inspect: inspectSsh,
  },
  'docker exec': DOCKER_EXEC,
  'docker compose exec': DOCKER_EXEC,
  'docker-compose exec': DOCKER_EXEC,
  'docker container exec': DOCKER_EXEC,
  'podman exec': DOCKER_EXEC,
  'nerdctl exec': DOCKER_EXEC,
  'docker run': DOCKER_RUN,
  'docker container run': DOCKER_RUN,
  'podman run': DOCKER_RUN,
  'nerdctl run': DOCKER_RUN,
  'kubectl exec': {
    flags: '-itq --stdin --tty --quiet -c= -n= -f=< --container= --namespace= --context= --pod-running-timeout=',
    operands: 'text',
    isElsewhere: true,
    effects: ['network', 'unknown'],
  },
}

function inspectSsh(draft: Draft, { flags, operands }: Arguments): void {
  for (const { name, value, word } of flags) {
    if (
      name === '-F' ||
      (name === '-o' && !/^\w+[= ]/.test(value?.value ?? '')) ||
      /command|include/i.test(value?.value ?? '')
    ) {
      runsCode(draft, 'inline-code', 'Its options can run a program on this machine.', word)
    }
    if (name === '-R' || name === '-D' || name === '-L') because(draft, 'high', 'tunnel', 'It opens a tunnel.', word)
  }
  if (operands.length === 1 && draft.place.stdin !== 'inherited') {
    runsCode(draft, 'pipe-to-interpreter', 'What comes through the pipe runs on another machine.')
  }
}

const HOST_NAMESPACE = new Set(['--pid', '--ipc', '--uts', '--userns', '--network', '--net'])

/** A container is no border for what it is given of this machine. */
function inspectContainer(draft: Draft, { flags }: Arguments): void {
  for (const { name, value, word } of flags) {
    const text = value?.value ?? ''
    if (name === '--privileged' || name === '--cap-add' || name === '--device' || name === '--security-opt') {
      because(draft, 'critical', 'privilege', 'The container gets rights over this machine.', word)
    } else if (name === '-v' || name === '--volume' || name === '--mount') {
      const start = name === '--mount' ? /(?:^|,)(?:source|src)=/.exec(text) : { index: 0, 0: '' }
      if (value === null || start === null || !/^[/.~]/.test(text.slice(start.index + start[0].length))) continue
      const path = withoutStart(value, start.index + start[0].length)
      const end = path.prefix.search(/[:,]/)
      // Above the mount table: what the container writes there, it writes here.
      touch(
        { ...draft, isElsewhere: false },
        end === -1 ? path : { ...path, value: path.prefix.slice(0, end) },
        'write',
        true,
      )
    } else if (HOST_NAMESPACE.has(name) && text === 'host') {
      because(
        draft,
        name.startsWith('--net') ? 'medium' : 'critical',
        'privilege',
        'The container sees this machine.',
        word,
      )
    }
  }
}
