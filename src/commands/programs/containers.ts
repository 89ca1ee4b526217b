import { because } from '../draft.ts'
import { type Program, type Programs, programs } from '../program.ts'

const LIST =
  '-aqsl -n= --all --quiet --no-trunc --size --latest --last= --digests --format= --filter= -f= --type= --tree'
const lists: Program = { flags: LIST, operands: 'text*' }
const changes: Program = { operands: 'text*', effects: ['unknown'] }
const removes: Program = {
  operands: 'text*',
  flags: '-fvlaq --force --volumes --link --all --filter=',
  effects: ['deletes'],
  reason: ['high', 'deletes', 'It deletes containers, images or volumes.'],
}
const online: Program = { operands: 'text*', effects: ['network', 'unknown'] }
const publishes: Program = {
  operands: 'text*',
  effects: ['network', 'publishes'],
  reason: ['critical', 'publishes', 'It publishes something others see.'],
}
const login: Program = {
  operands: 'text*',
  effects: ['network', 'unknown'],
  reason: ['critical', 'credentials', 'It handles credentials.'],
}
const cluster: Program = {
  flags:
    '-AowRk -n= -l= -f=< -c= -L= -o= --all-namespaces --namespace= --context= --selector= --output= --watch --show-labels --no-headers --sort-by= --field-selector= --all-containers --tail= --since= --since-time= --previous -p --timestamps --follow --containers --wide',
  operands: 'text*',
}
const clusterChange: Program = {
  operands: 'text*',
  effects: ['network', 'unknown'],
  reason: ['high', 'cluster', 'It changes a cluster.'],
}

const COMPOSE: Program = {
  flags: '-p= -f=< --project-name= --file=< --profile= --env-file=< --project-directory=/',
  subcommands: programs({
    'ps ls images top port version': { flags: `${LIST} --services --volumes`, operands: 'text*' },
    logs: { flags: '-ft -n= --follow --tail= --timestamps --no-color --no-log-prefix --since=', operands: 'text*' },
    'down rm': { ...removes, flags: '-vfs -t= --volumes --rmi= --remove-orphans --timeout=' },
    push: publishes,
  }),
  otherwise: { ...online, named: 0 },
}

const RESOURCE = programs({
  'ls list ps inspect logs history top stats port diff df': lists,
  'rm prune remove': removes,
  push: publishes,
})

/** Containers and clusters. */
export const CONTAINERS: Programs = {
  'docker podman nerdctl': {
    flags: '-D -H=@ -l= -c= --debug --log-level= --context= --host=@ -v --version',
    alone: {},
    otherwise: changes,
    subcommands: programs({
      'ps images ls version info history port diff top': lists,
      inspect: { flags: '-s -f= --format= --size --type=', operands: 'text*' },
      logs: { flags: '-ft -n= --follow --timestamps --tail= --since= --until= --details', operands: 'text*' },
      stats: { flags: '-a --all --no-stream --no-trunc --format=', operands: 'text*' },
      'rm rmi': removes,
      'container image volume network system context buildx builder manifest plugin': {
        subcommands: RESOURCE,
        otherwise: changes,
      },
      compose: COMPOSE,
      'login logout': login,
      push: publishes,
      'pull build buildx search save load import export commit tag cp': online,
      'kill stop restart start pause unpause rename update wait attach create': changes,
    }),
    inspect: (draft, { flags }) => {
      if (flags.some(({ name }) => /^(?:-H|--host|-c|--context)$/.test(name)))
        because(draft, 'medium', 'remote', 'It works on another machine.')
    },
  },
  'docker-compose podman-compose': COMPOSE,
  'kubectl oc': {
    effects: ['network'],
    flags: '-n= --namespace= --context= --kubeconfig=< --cluster= --user= -s=@ --server=@ --as=',
    alone: {},
    otherwise: clusterChange,
    subcommands: programs({
      'get describe logs top explain api-resources api-versions version cluster-info events diff': cluster,
      config: { operands: 'text*', flags: '--minify -o=', inspect: checkView },
      auth: cluster,
      'delete drain': { ...clusterChange, effects: ['network', 'deletes'] },
    }),
  },
  helm: {
    effects: ['network'],
    flags: '-n= --namespace= --kube-context=',
    alone: {},
    otherwise: clusterChange,
    subcommands: programs({
      'list ls status history get show template lint version env search': {
        ...cluster,
        flags: '-aqdr -n= -o= -f=< --all --namespace= --output= --values=< --set=',
      },
      push: publishes,
      registry: login,
    }),
  },
}

function checkView(
  draft: Parameters<typeof because>[0],
  { operands, flags }: { operands: readonly { value: string | null }[]; flags: readonly unknown[] },
): void {
  if (
    /^(?:view|current-context|get-contexts|get-clusters|get-users)$/.test(operands[0]?.value ?? '') &&
    flags.length >= 0
  )
    return
  draft.effects.add('writes')
  because(draft, 'critical', 'credentials', 'It changes how clusters are reached.')
}
