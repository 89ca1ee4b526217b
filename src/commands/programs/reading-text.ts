import type { Programs } from '../program.ts'
import { checkAwk } from './awk.ts'
import { checkFilter } from './filters.ts'
import { checkSed } from './sed.ts'
import { sweepOfGrep, sweepOfRipgrep } from './sweeps.ts'

const GREP = `-# -abcEFGhHiIlLnoPqrRsTUuvVwxyzZ -A= -B= -C= -D= -e= -f=< -m= --extended-regexp --fixed-strings --basic-regexp
  --perl-regexp --regexp= --file=< --ignore-case --no-ignore-case --word-regexp --line-regexp --null-data --no-messages
  --invert-match --version --max-count= --byte-offset --line-number --line-buffered --with-filename --no-filename --label=
  --only-matching --quiet --silent --binary-files= --text --devices= --recursive --dereference-recursive
  --include= --exclude= --exclude-from=< --exclude-dir= --files-without-match --files-with-matches --count --initial-tab
  --null --after-context= --before-context= --context= --color? --colour? --binary`

/** Programs that search and reshape text. */
export const READING_TEXT: Programs = {
  'grep egrep fgrep ggrep': {
    flags: GREP,
    operands: 'text read*',
    skipsFirst: '-e -f --regexp --file',
    recursive: '-r -R --recursive --dereference-recursive',
    sweep: sweepOfGrep,
    isTame: true,
  },
  'zgrep bzgrep xzgrep': { flags: GREP, operands: 'text read*', skipsFirst: '-e -f --regexp --file' },
  rg: {
    flags: `-# -0abcFHhIiLlNnoPpqsSUuvVwxz -A= -B= -C= -E= -e= -f=< -g= -j= -M= -m= -r= -t= -T= -d= --after-context= --before-context=
      --context= --color= --colors= --column --context-separator= --count --count-matches --crlf --debug --dfa-size-limit=
      --encoding= --engine= --field-context-separator= --field-match-separator= --file=< --files --files-with-matches
      --files-without-match --fixed-strings --follow --glob= --glob-case-insensitive --heading --hidden --iglob=
      --ignore-case --ignore-file=< --include-zero --invert-match --json --line-buffered --line-number --line-regexp
      --max-columns= --max-columns-preview --max-count= --max-depth= --max-filesize= --mmap --multiline --multiline-dotall
      --no-config --no-filename --no-heading --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-line-number
      --no-messages --no-mmap --null --one-file-system --only-matching --passthru --path-separator= --pcre2 --pretty --quiet
      --regexp= --replace= --search-zip --smart-case --case-sensitive --sort= --sortr= --stats --stop-on-nonmatch --text
      --threads= --trim --type= --type-list --type-not= --unrestricted --version --vimgrep --with-filename --word-regexp`,
    operands: 'text read*',
    skipsFirst: '-e -f --regexp --file --files --type-list',
    isLocal: true,
    recursive: true,
    sweep: sweepOfRipgrep,
  },
  ag: {
    flags: `-ahHilLnoQsSvwc -A= -B= -C= -G= -m= -g= --hidden --ignore= --ignore-case --literal --smart-case --word-regexp --nocolor
      --color --count --files-with-matches --column --nogroup --group --js --ts --python --ruby --type=`,
    operands: 'text read*',
    isLocal: true,
    recursive: true,
    sweep: ({ flags }) => ({ skipsHidden: !flags.some(({ name }) => name === '--hidden') }),
  },
  'sort gsort': {
    flags: `-bcCdfghiMmnRrsuVz -k= -t= -S= -T= -o=> --ignore-leading-blanks --dictionary-order --ignore-case
      --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort
      --reverse --sort= --version-sort --check? --merge --batch-size= --key= --field-separator= --buffer-size= --stable
      --unique --zero-terminated --parallel= --output=> --debug`,
    operands: 'read*',
  },
  uniq: {
    flags: `-cdDiuz -f= -s= -w= --count --repeated --all-repeated? --skip-fields= --group? --ignore-case --skip-chars= --unique
      --zero-terminated --check-chars=`,
    operands: 'read write',
  },
  cut: {
    flags:
      '-nsz -b= -c= -d= -f= --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated',
    operands: 'read*',
    isTame: true,
  },
  tr: { flags: '-cCdstu --complement --delete --squeeze-repeats --truncate-set1', operands: 'text*', isTame: true },
  paste: { flags: '-sz -d= --serial --delimiters= --zero-terminated', operands: 'read*', isTame: true },
  join: {
    flags: '-iz -1= -2= -a= -e= -j= -o= -t= -v= --header --check-order --nocheck-order --ignore-case',
    operands: 'read read',
  },
  'fold fmt': { flags: '-# -bcstu -w= -p= -g= --width= --spaces --bytes', operands: 'read*', isTame: true },
  column: {
    flags: '-# -teLnxdHJ -c= -s= -o= -N= -R= -l= --table --separator= --output-separator= --table-columns= --json',
    operands: 'read*',
    isTame: true,
  },
  'expand unexpand': { flags: '-# -ai -t= --all --first-only --initial --tabs=', operands: 'read*', isTame: true },
  'rev tsort': { operands: 'read*', isTame: true },
  shuf: {
    flags: '-erz -i= -n= -o=> --echo --repeat --input-range= --head-count= --output=> --random-source=<',
    operands: 'read*',
  },
  seq: { flags: '-# -w -f= -s= --equal-width --format= --separator=', operands: 'text*', isTame: true },
  numfmt: {
    flags: '-z --to= --from= --field= --format= --padding= --suffix= --header? --grouping',
    operands: 'text*',
    isTame: true,
  },
  'base64 base32': { flags: '-dDi -w= -b= --decode --ignore-garbage --wrap=', operands: 'read*' },
  iconv: { flags: '-cls -f= -t= --from-code= --to-code= --list', operands: 'read*' },
  'sed gsed': {
    flags: `-nErsuz -i? -e= -f=< -l= -I= --quiet --silent --regexp-extended --in-place? --expression= --file=< --separate --null-data
      --line-length= --posix --sandbox --unbuffered --debug --follow-symlinks`,
    operands: 'text read*',
    skipsFirst: '-e -f --expression --file',
    inspect: checkSed,
  },
  'awk gawk mawk nawk': {
    flags: '-F= -v= -f=< --field-separator= --assign= --file=< -S --sandbox --posix --re-interval',
    operands: 'text read*',
    skipsFirst: '-f --file',
    inspect: checkAwk,
  },
  jq: {
    flags: `-aCcehjMnRrSs --ascii-output --color-output --compact-output --exit-status --join-output --monochrome-output
      --null-input --raw-input --raw-output --raw-output0 --sort-keys --slurp --stream --tab --seq --args --jsonargs -f=<
      --from-file=< --indent= -L=<`,
    operands: 'text read*',
    skipsFirst: '-f --from-file',
    inspect: checkFilter,
  },
  yq: {
    flags: `-rneMCPjyYNS -o= -p= -I= --raw-output --null-input --exit-status --no-colors --colors --prettyPrint --output-format=
      --input-format= --indent= --unwrapScalar? --no-doc --tojson`,
    operands: 'text read*',
    inspect: checkFilter,
  },
  'tput cal ncal': { operands: 'text*' },
}
