import type { Span } from '../contract/commands.ts'
import { because, type Draft, isUninspectable, isUnknown } from './draft.ts'

/** Variables that load code, or send programs to other code, settings or servers. */
const LOADS_CODE = new RegExp(
  `^(?:${[
    'LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|TERMINFO(?:_DIRS)?',
    'PATH|IFS|CDPATH|FPATH|ENV|BASH_ENV|BASH_FUNC.*|BASHOPTS|SHELLOPTS|SHELL|ZDOTDIR|PROMPT_COMMAND|PS[0-4]|INPUTRC|GLOBIGNORE',
    // What zsh ties to these, runs by itself or puts where there is no command.
    'path|fpath|cdpath|module_path|manpath|mailpath|fignore|prompt\\d?|PROMPT\\d?|RPROMPT\\d?|RPS\\d|NULLCMD|READNULLCMD|STTY|TMPPREFIX|histchars|HISTCHARS|\\w+_functions',
    'BASH_\\w+|EXECIGNORE|MAIL|MAILPATH|FCEDIT|POSIXLY_CORRECT|OPENSSL_\\w+|GLIBC_TUNABLES|HOSTALIASES',
    // What our marks are made of: a prompt runs it.
    '__uh_\\w*|PWD|OLDPWD',
    'HOME|XDG_(?:CONFIG|DATA)_(?:HOME|DIRS)',
    'EDITOR|VISUAL|PAGER|.*_PAGER|MANPAGER|BROWSER|LESS|LESSOPEN|LESSCLOSE|MANOPT|VIMINIT|EXINIT|GVIMINIT',
    'GIT_.*|SSH_.*|SUDO_.*|RSYNC_RSH|CVS_RSH|HG.*',
    'NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS|REPL_EXTERNAL_MODULE)|NPM_CONFIG_.*|npm_config_.*|YARN_.*|BUN_.*|DENO_.*',
    'PYTHON.*|PIP_.*|UV_.*|POETRY_.*|VIRTUAL_ENV|CONDA_.*|PERL5.*|PERLLIB|RUBY.*|GEM_.*|BUNDLE_.*|PHP.*|LUA_.*',
    'JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|MAVEN_.*|GRADLE_.*|GOFLAGS|GOPROXY|GOENV|CARGO_.*|RUSTC_.*',
    'RIPGREP_CONFIG_PATH|GREP_OPTIONS|TAR_OPTIONS|CURL_HOME|WGETRC|MAKEFLAGS',
    '(?:https?|ftp|all|no)_proxy|(?:HTTPS?|FTP|ALL|NO)_PROXY|SSL_CERT_.*|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE',
    'DOCKER_.*|KUBECONFIG|AWS_.*|AZURE_.*|GOOGLE_.*|KRB5.*',
  ].join('|')})$`,
)
const HIDES = /^(?:HISTFILE|HISTSIZE|HISTCONTROL|HISTIGNORE|HISTFILESIZE)$/
/** Numbers to bash, and what is given to a number is evaluated: a subscript in it runs commands. */
const NUMBERS =
  /^(?:S?RANDOM|SECONDS|HISTCMD|OPTIND|OPTERR|LINENO|BASHPID|EPOCH\w+|UID|EUID|PPID|SHLVL|TMOUT|FUNCNEST|GROUPS|DIRSTACK)$/
const OWN = /^UPPERHAND_/
/** Variables that change how much is printed, and nothing else. */
const ORDINARY =
  /^(?:FOO|BAR|BAZ|(?:APP|MY|TEST|FEATURE|VITE|NEXT_PUBLIC|REACT_APP)_\w+|DRY_RUN|LANG|LANGUAGE|LC_\w+|TZ|TERM|COLORTERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|CI|DEBUG|VERBOSE|NODE_ENV|PORT|HOST|LOG_LEVEL|RUST_BACKTRACE|RUST_LOG)$/

/** It changes how a program prints, or in which mode it runs, and nothing else. */
export function isOrdinaryVariable(name: string): boolean {
  return ORDINARY.test(name)
}

const SECRET =
  /(?:TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|APIKEY|_KEY|AUTH|COOKIE|PRIVATE|SESSION|DATABASE|_DSN$|_PWD$|_PASS$|(?:REDIS|MONGO|POSTGRES|PG|MYSQL|AMQP)\w*_UR[IL]|CONNECTION_STR|WEBHOOK)/i
/** They hold the secret by which a shell tells us of its commands. */
const MARKS = /^(?:PS\d|R?PROMPT\d?|__uh_\w*)$/

/** A variable is set; `isFor` says whether for a command or for the rest of the script. */
export function checkVariable(draft: Draft, name: string, isFor: 'command' | 'script', at: Span): void {
  if (OWN.test(name)) {
    because(draft, 'critical', 'own', 'It changes the settings of upperhand itself.', at)
    return
  }
  if (LOADS_CODE.test(name)) {
    draft.effects.add('unknown')
    because(draft, 'critical', 'environment', `${name} decides which code or settings programs load.`, at)
    return
  }
  if (NUMBERS.test(name)) {
    isUninspectable(draft, 'evaluates', `What is given to ${name} is evaluated and may run more than it shows.`, at)
    return
  }
  if (HIDES.test(name)) {
    draft.effects.add('unknown')
    because(draft, 'critical', 'history', 'It changes what the shell keeps in its history.', at)
    return
  }
  if (isFor === 'command' && !ORDINARY.test(name)) {
    isUnknown(draft, 'environment', `What the variable ${name} does to the program is not known.`, at)
  }
}

/** A variable is shown. */
export function checkShown(draft: Draft, name: string, at: Span): void {
  if (OWN.test(name)) {
    because(draft, 'critical', 'own', 'It names files of upperhand itself.', at)
    return
  }
  if (MARKS.test(name) || SECRET.test(name))
    isUnknown(draft, 'secret-variable', `The variable ${name} may hold a secret.`, at)
}
