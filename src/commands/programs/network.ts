import { posix } from 'node:path'
import { because, type Draft } from '../draft.ts'
import type { Arguments } from '../flags.ts'
import { addHost } from '../hosts.ts'
import { type Program, type Programs, programs } from '../program.ts'
import { mention, touch } from '../touch.ts'
import { withValue } from '../word.ts'

const NETWORK: Program = { operands: 'host*', effects: ['network'] }
const CLOUD: Program = { operands: 'text*', effects: ['network', 'unknown'], named: 2 }
const TRANSFER: Program = {
  flags: '-346BCpqrTv -c= -D= -F=< -i=< -J=@ -l= -o= -P= -S=',
  effects: ['network'],
  operands: 'text*',
  inspect: inspectScp,
}

/** Programs that reach other machines. */
export const NETWORK_PROGRAMS: Programs = {
  curl: {
    flags: `-0123456#:aBfgGiIjJkLlMnNOpqRsSvVZ --location --silent --show-error --fail --fail-with-body --verbose --include --head --insecure
      --compressed --get --remote-name --remote-name-all --remote-header-name --create-dirs --http1.1 --http2 --progress-bar
      --no-progress-meter --globoff --ipv4 --ipv6 --tlsv1.2 --tlsv1.3 --location-trusted --retry-connrefused --version
      -A= -b= -c=> -C= -d= -D=> -e= -E=< -F= -h? -H= -K=< -m= -o=> -P= -Q= -r= -t= -T=< -u= -U= -w= -x=@ -X= -y= -Y= -z=
      --user-agent= --cookie= --cookie-jar=> --continue-at= --data= --data-raw= --data-binary= --data-urlencode= --json= --dump-header=>
      --referer= --form= --form-string= --header= --config=< --max-time= --connect-timeout= --output=> --output-dir=/ --range= --upload-file=<
      --user= --write-out= --proxy=@ --request= --retry= --retry-delay= --retry-max-time= --max-redirs= --url=@ --cacert=< --cert=< --key=<
      --resolve= --unix-socket=< --limit-rate= --oauth2-bearer= --interface= --proto= --noproxy= --max-filesize= --stderr=>`,
    operands: 'host*',
    effects: ['network'],
    inspect: inspectCurl,
  },
  wget: {
    flags: `-46bcdEFhHkKLmNnpqrSvVx --quiet --verbose --no-verbose --continue --timestamping --recursive --no-parent --mirror --convert-links
      --page-requisites --no-check-certificate --spider --server-response --content-disposition --progress= --show-progress
      -a=> -A= -B= -D= -e= -i=< -I= -l= -o=> -O=> -P=> -Q= -R= -t= -T= -U= -w= -X= --output-document=> --directory-prefix=>
      --output-file=> --input-file=< --header= --user-agent= --post-data= --post-file=< --method= --body-data= --body-file=< --tries=
      --timeout= --user= --password= --http-user= --http-password= --ca-certificate=< --load-cookies=< --save-cookies=> --limit-rate=`,
    operands: 'host*',
    effects: ['network', 'writes'],
    inspect: inspectWget,
  },
  'http https xh httpie': {
    operands: 'text host text*',
    effects: ['network'],
    flags: '-vhbpj --verbose --headers --body --json --form -a= -o=> --download',
  },
  'ping ping6 traceroute tracepath mtr': {
    flags: '-46abAdfLnOqRrUvV -c= -i= -I= -l= -m= -M= -p= -s= -S= -t= -T= -w= -W= --report',
    ...NETWORK,
  },
  'dig nslookup host whois drill': {
    flags: '-46aCdlnrsTvVw -b= -c= -f=< -k= -m= -p= -q= -t= -x= -y= -R= -W=',
    operands: 'text*',
    effects: ['network'],
  },
  'scp sftp': TRANSFER,
  'telnet ftp tftp lftp': { operands: 'host text*', effects: ['network'] },
  'nc ncat netcat socat': {
    operands: 'host text*',
    flags: '-46bCdDFhklnNrStuUvz -e= -c= -i= -p= -q= -s= -w= -x=@ -X=',
    effects: ['network', 'unknown'],
    reason: ['critical', 'socket', 'It opens a network connection of its own.'],
  },
  'nmap masscan tcpdump tshark wireshark ngrep': {
    operands: 'text*',
    effects: ['network', 'unknown'],
    reason: ['high', 'scan', 'It listens to or searches the network.'],
  },
  'ngrok cloudflared localtunnel lt bore tailscale frpc chisel': {
    operands: 'text*',
    effects: ['network', 'publishes'],
    reason: ['critical', 'tunnel', 'It makes this machine reachable from outside.'],
  },
  'ssh-copy-id ssh-keyscan': {
    operands: 'host*',
    flags: '-46fnsqHv -i=< -p= -o= -t= -T= -f=<',
    effects: ['network'],
    reason: ['critical', 'credentials', 'It handles keys.'],
  },
  gh: {
    flags: '--help --version -R= --repo=',
    effects: ['network'],
    subcommands: programs({
      'pr issue run repo workflow release label search status browse gist api cache ruleset project': {
        effects: ['unknown'],
        operands: 'text*',
        named: 2,
        inspect: inspectGh,
      },
      auth: { operands: 'text*', effects: ['unknown'], reason: ['critical', 'credentials', 'It handles credentials.'] },
      'secret variable ssh-key gpg-key': {
        operands: 'text*',
        effects: ['unknown'],
        reason: ['critical', 'credentials', 'It handles credentials.'],
      },
    }),
  },
  'glab hub az aws gcloud gsutil doctl flyctl fly vercel netlify heroku firebase wrangler supabase railway linode-cli oci ibmcloud sam cdk serverless sls pulumi terraform tofu ansible ansible-playbook':
    CLOUD,
  'mail sendmail mutt msmtp swaks': {
    operands: 'text*',
    effects: ['network', 'publishes'],
    reason: ['high', 'sends', 'It sends mail.'],
  },
  'psql mysql mariadb mongosh mongo redis-cli sqlcmd cqlsh clickhouse-client': {
    effects: ['network', 'unknown'],
    operands: 'text*',
    flags: '-tAqXlvV -h=@ -p= -U= -d= -c= -e= -f=< -u= -P= -D= -o=>',
    reason: ['medium', 'database', 'It changes a database as it likes.'],
  },
  sqlite3: {
    effects: ['unknown'],
    operands: 'write text*',
    reason: ['medium', 'database', 'It changes a database as it likes.'],
  },
}

function inspectCurl(draft: Draft, { flags, operands }: Arguments): void {
  const names = new Set(flags.map(({ name }) => name))
  for (const { name, value, word } of flags) {
    const isUpload = /^(?:-d|--data.*|--json|-F|--form|-T|--upload-file)$/.test(name)
    if (isUpload) draft.effects.add('publishes')
    if (isUpload && value !== null) mention(draft, value)
    if (isUpload && value?.prefix.match(/^@|=@|=</))
      touch(draft, withValue(value, value.value?.replace(/^.*?[@<]/s, '') ?? null), 'read')
    if (name === '-X' || name === '--request')
      if (!/^(?:GET|HEAD|OPTIONS)$/i.test(value?.value ?? '')) draft.effects.add('publishes')
    if (name === '-K' || name === '--config')
      because(draft, 'high', 'settings', 'It takes its options from a file.', word)
  }
  if (names.has('-O') || names.has('--remote-name') || names.has('--remote-name-all')) saveByName(draft, operands)
}

function inspectWget(draft: Draft, { flags, operands }: Arguments): void {
  for (const { name } of flags) if (/^--(?:post|body|method)/.test(name)) draft.effects.add('publishes')
  const isNamed = flags.some(({ name }) => name === '-O' || name === '--output-document')
  if (flags.some(({ name }) => name === '-e')) because(draft, 'high', 'settings', 'It takes its options from a word.')
  if (!isNamed) saveByName(draft, operands)
}

/** A download without a name of its own is named after the end of its address. */
function saveByName(draft: Draft, operands: Arguments['operands']): void {
  for (const url of operands) {
    const name = url.value === null ? null : posix.basename(url.value.replace(/[?#].*/s, '')) || 'index.html'
    touch(draft, withValue(url, name), 'write')
  }
}

function inspectScp(draft: Draft, { operands }: Arguments): void {
  operands.forEach((word, index) => {
    if (/^(?:[\w.-]+@)?[\w.-]+:/.test(word.prefix)) {
      addHost(draft, word)
      if (index === operands.length - 1) draft.effects.add('publishes')
    } else touch(draft, word, index === operands.length - 1 ? 'write' : 'read', true)
  })
}

const GH_READS = /^(?:list|view|status|diff|checks|watch)$/
const GH_CRITICAL = /^(?:delete|archive|transfer|rename|edit|merge|create|upload|sync)$/

function inspectGh(draft: Draft, { operands }: Arguments): void {
  const verb = operands[0]?.value ?? ''
  if (GH_READS.test(verb)) return
  draft.effects.add('publishes')
  if (GH_CRITICAL.test(verb) && /\b(?:repo|release)\b/.test(draft.form.subcommands.join(' '))) {
    because(draft, 'critical', 'publishes', 'It publishes, changes or deletes something others see.')
  }
}
