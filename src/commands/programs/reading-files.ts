import { isUnknown } from '../draft.ts'
import type { Programs } from '../program.ts'
import { inspectFd, inspectFind } from './find.ts'

const SUMS =
  '-bctwz --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn -a= -l= -0Up'

/** Programs that look at files and directories. */
export const READING_FILES: Programs = {
  'ls dir vdir gls': {
    flags: `-1aAbBcCdDeEfFgGhHikKlLmnNoOpPqQrRsStTuUvWxXyZ% -w= -I= --all --almost-all --author --escape --ignore-backups
      --directory --dired --classify? --file-type --format= --full-time --group-directories-first --no-group
      --human-readable --si --dereference-command-line --hide= --hyperlink? --indicator-style= --inode --ignore=
      --kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars --quote-name --quoting-style= --reverse
      --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero --color? --block-size=`,
    operands: 'read*',
    isLocal: true,
    recursive: '-R --recursive',
    sweep: null,
    isTame: true,
  },
  'eza exa lsd': {
    flags: `-1aAbBdDFghHilmRrsSTtuUxX -I= -L= -s= --all --long --tree --git --icons? --color? --level= --sort= --reverse
      --group-directories-first --header --oneline --recurse --only-dirs --classify? --ignore-glob= --git-ignore`,
    operands: 'read*',
    isLocal: true,
    isTame: true,
  },
  'cat tac gcat': {
    flags: `-AbeEnsTtuv -r -s= --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs
      --show-nonprinting --before --regex --separator=`,
    operands: 'read*',
    isTame: true,
  },
  nl: {
    flags: '-p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --number-format= --number-width=',
    operands: 'read*',
    isTame: true,
  },
  'head ghead': {
    flags: '-# -qvz -n= -c= --quiet --silent --verbose --zero-terminated --lines= --bytes=',
    operands: 'read*',
    isTame: true,
  },
  'tail gtail': {
    flags:
      '-# +# -qvzfFr -n= -c= -s= --quiet --silent --verbose --zero-terminated --follow? --retry --lines= --bytes= --pid=',
    operands: 'read*',
    isTame: true,
  },
  wc: {
    flags: '-cmlwL --bytes --chars --lines --words --max-line-length --total=',
    operands: 'read*',
    isTame: true,
  },
  file: {
    flags: `-bhikLnNprsvzZ0 -e= -F= -P= -m=< --brief --mime --mime-type --mime-encoding --dereference --no-dereference
      --extension --apple --uncompress --raw --print0 --version`,
    operands: 'read*',
  },
  'stat gstat': {
    flags: '-LtfFlnqrsx -c= --dereference --file-system --terse --format= --printf= --cached=',
    operands: 'read*',
    isTame: true,
  },
  tree: {
    flags: `-acdDfFgGhiJlNnpqQrsStuUvxX -C -L= -P= -I= -H= -T= --charset= --dirsfirst --filesfirst --filelimit= --du --gitignore
      --gitfile=< --ignore-case --inodes --device --matchdirs --metafirst --noreport --prune --si --sort? --timefmt=
      --info --fromfile --version`,
    operands: 'read*',
    isLocal: true,
    recursive: true,
    sweep: null,
  },
  'du gdu': {
    flags: `-0aAbBcDhHkLlmPSsxr -d= -t= -B= -X=< --all --apparent-size --block-size= --bytes --total --dereference
      --max-depth= --human-readable --inodes --count-links --no-dereference --separate-dirs --si --summarize
      --threshold= --time? --time-style= --exclude-from=< --exclude= --one-file-system --null`,
    operands: 'read*',
    isLocal: true,
    isTame: true,
  },
  df: {
    flags: `-aBhHiklmPTgnY -t= -x= --all --block-size= --human-readable --si --inodes --local --no-sync --portability
      --print-type --total --type= --exclude-type= --output?`,
    operands: 'read*',
    isTame: true,
  },
  find: { inspectWords: inspectFind },
  'fd fdfind': { inspectWords: inspectFd },
  'locate mlocate plocate': { flags: '-AbciLPNSwq0 -d=< -l= -n= -r= --count --limit= --basename', operands: 'text*' },
  basename: { flags: '-az -s= --multiple --suffix= --zero', operands: 'text*', isTame: true },
  dirname: { flags: '-z --zero', operands: 'text*', isTame: true },
  'realpath grealpath': {
    flags: `-eEmLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --zero
      --relative-to= --relative-base=`,
    operands: 'read*',
    isTame: true,
  },
  'readlink greadlink': {
    flags:
      '-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --verbose --zero',
    operands: 'read*',
    isTame: true,
  },
  pwd: { flags: '-LP --logical --physical', isTame: true },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum md5': {
    flags: SUMS,
    operands: 'read*',
    isTame: true,
  },
  cmp: {
    flags: '-bls -i= -n= --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent',
    operands: 'read read text text',
  },
  'diff colordiff': {
    flags: `-# -abBcdeEfiHlnNpPqrstTuwyZ -C= -D= -F= -I= -S= -U= -W= -x= -X=< --normal --brief --report-identical-files
      --context? --unified? --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function
      --show-function-line= --label= --expand-tabs --initial-tab --tabsize= --recursive --no-dereference --new-file
      --unidirectional-new-file --ignore-file-name-case --exclude= --exclude-from=< --ignore-case --ignore-tab-expansion
      --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text
      --strip-trailing-cr --minimal --horizon-lines= --speed-large-files --color? --palette=`,
    operands: 'read*',
    // Two directories are compared even without -r, file by file.
    recursive: true,
    isTame: true,
  },
  comm: {
    flags: '-123z --check-order --nocheck-order --output-delimiter= --total --zero-terminated',
    operands: 'read read',
  },
  xxd: { flags: '-abeEiuCR -c= -g= -l= -n= -o= -s=', operands: 'read write' },
  od: {
    flags:
      '-abcdDeFfhHiIlLoOsvxX -A= -j= -N= -S= -t= -w? --address-radix= --skip-bytes= --read-bytes= --format= --width?',
    operands: 'read*',
    isTame: true,
  },
  'hexdump hd': { flags: '-bcCdovxX -e= -f=< -n= -s= --canonical --length= --skip= --no-squeezing', operands: 'read*' },
  strings: {
    flags: '-afow -n= -t= -e= -T= -s= --all --bytes= --radix= --encoding= --print-file-name',
    operands: 'read*',
    inspect: (draft, { operands }) => {
      const list = operands.find(({ prefix }) => prefix.startsWith('@'))
      if (list !== undefined) isUnknown(draft, 'open-ended', 'It takes its arguments from a file.', list)
    },
  },
  'bat batcat': {
    flags: `-AnpPSu -l= -r= -H= -m= --plain --number --style= --color= --paging= --line-range= --language= --theme= --wrap=
      --tabs= --decorations= --show-all --diff --no-pager`,
    operands: 'read*',
    inspect: (draft, { flags }) => {
      // Otherwise it opens a pager, which can run programs.
      const isPlain = flags.some(
        ({ name, value }) =>
          name === '-P' || name === '--no-pager' || (name === '--paging' && value?.value === 'never'),
      )
      if (!isPlain) draft.effects.add('unknown')
    },
  },
  'zcat bzcat xzcat zstdcat lz4cat': { flags: '-fqv', operands: 'read*' },
  getfacl: { flags: '-acdeEnpRtLP', operands: 'read*', isTame: true },
  lsattr: { flags: '-adlpRvV', operands: 'read*', isLocal: true, isTame: true },
  namei: { flags: '-lmnovx --long --modes --owners', operands: 'read*', isTame: true },
  'readelf objdump nm size otool ldd': { flags: '-AaCdDehHlLnrsStTuUvVwW', operands: 'read*', effects: ['unknown'] },
  cloc: {
    flags: '--quiet --json --csv --by-file --exclude-dir= --include-lang= --exclude-lang=',
    operands: 'read*',
    isLocal: true,
    recursive: true,
    sweep: null,
  },
  'tokei scc': {
    flags: '-fC -e= -t= -s= --files --sort= --exclude= --type= --no-ignore',
    operands: 'read*',
    isLocal: true,
    recursive: true,
    sweep: null,
  },
}
