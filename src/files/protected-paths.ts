/** `any`: reading gives something away as well. `write`: reading is harmless, but what is written there takes effect later. */
export interface ProtectedPaths {
  readonly on: 'any' | 'write'
  readonly reason: string
  /** Matched on canonical names, case ignored. See `protection.ts` for the notation. */
  readonly patterns: readonly string[]
  readonly except?: readonly string[]
}

/** Paths that always ask, existing or not. Rows are searched in order; the first that matches gives the reason. */
export const PROTECTED_PATHS: readonly ProtectedPaths[] = [
  {
    on: 'any',
    reason: 'It holds private keys.',
    patterns: [
      '**/.ssh/**',
      '**/.gnupg/**',
      '**/*.{pem,key,p8,p12,pfx,jks,keystore,ppk,kdbx,kdb,agekey,keytab}',
      '**/id_{rsa,dsa,ecdsa,ecdsa_sk,ed25519,ed25519_sk}',
      '/etc/ssl/private/**',
      '/etc/ssh/ssh_host_*_key',
      '**/.{bitcoin,ethereum,electrum,monero}/**',
    ],
  },
  {
    on: 'any',
    reason: 'It holds settings that usually contain secrets.',
    patterns: ['**/.env*'],
    except: ['*.example', '*.sample', '*.template'],
  },
  {
    on: 'any',
    reason: 'It holds credentials.',
    patterns: [
      '**/.{aws,azure,kube,oci,bluemix}/**',
      '**/.config/{gcloud,gh,glab-cli,hub,op,doctl,rclone,github-copilot,containers/auth.json,git/credentials}/**',
      '**/.docker/config.json',
      '**/.{netrc,pgpass,my.cnf,mylogin.cnf,git-credentials,pypirc,s3cfg,boto,databrickscfg,vault-token,terraformrc}',
      '**/_netrc',
      '**/.terraform.d/credentials.tfrc.json',
      '**/.gem/credentials',
      '**/.cargo/credentials{,.toml}',
      '**/.m2/settings{,-security}.xml',
      '**/.composer/auth.json',
      '**/.config/composer/auth.json',
      '~/.npmrc',
      '~/.yarnrc.yml',
      '~/.gradle/gradle.properties',
      '**/application_default_credentials.json',
      '**/.claude/.credentials.json',
      '**/.codex/auth.json',
      '**/.gemini/oauth_creds.json',
      '/etc/{shadow,gshadow,sudoers,master.passwd}{,-}',
      '/etc/sudoers.d/**',
      '{/run,/var/run}/secrets/**',
    ],
  },
  {
    on: 'any',
    reason: 'It is a password or key store of the system.',
    patterns: [
      '**/.password-store/**',
      '**/.local/share/{keyrings,kwalletd}/**',
      '**/library/keychains/**',
      '**/*.{keychain,keychain-db}',
      '**/appdata/{roaming,local}/microsoft/{credentials,protect,vault,crypto}/**',
    ],
  },
  {
    on: 'any',
    reason: 'It is a browser or mail profile with cookies and passwords.',
    patterns: [
      '**/.{mozilla,thunderbird}/**',
      '**/.config/{google-chrome*,chromium,bravesoftware,microsoft-edge*,vivaldi,opera}/**',
      '**/snap/{firefox,chromium}/**',
      '**/library/application support/{google/chrome,firefox,chromium,bravesoftware,microsoft edge,arc}/**',
      '**/library/{cookies,safari}/**',
      '**/appdata/local/{google/chrome,chromium,microsoft/edge,bravesoftware}/**',
      '**/appdata/roaming/mozilla/**',
    ],
  },
  {
    on: 'any',
    reason: 'It shows the memory or environment of a process.',
    patterns: ['/proc/{#,self,thread-self}/**', '/proc/{kcore,kmsg}'],
  },
  {
    on: 'write',
    reason: 'Writing here changes the running system or a device.',
    patterns: ['/proc/**', '/sys/**', '/dev/**', '/boot/**'],
    except: ['/dev/shm/**'],
  },
  {
    on: 'write',
    reason: 'Version control runs hooks and programs that are configured here.',
    patterns: [
      '**/.{git,hg,svn,jj,bzr}/**',
      '**/.{gitconfig,gitmodules,hgrc}',
      '**/.config/{git,hg,jj}/**',
      '**/*.git/{config,hooks}/**',
      '**/.{husky,githooks,lefthook}/**',
      '**/{,.}lefthook{,-local}.{yml,yaml,toml,json}',
      '**/.pre-commit-config.yaml',
      '**/hooks/{applypatch-msg,pre-applypatch,post-applypatch,pre-commit,pre-merge-commit,prepare-commit-msg,commit-msg}',
      '**/hooks/{post-commit,pre-rebase,post-checkout,post-merge,pre-push,pre-receive,update,post-receive,post-update}',
      '**/hooks/{reference-transaction,push-to-checkout,pre-auto-gc,post-rewrite,sendemail-validate,fsmonitor-watchman}',
    ],
  },
  {
    on: 'write',
    reason: 'Editors run what is configured here.',
    patterns: [
      '**/.{vscode,vscode-server,idea,fleet,zed,devcontainer,vim,emacs.d}/**',
      '**/*.{code-workspace,sublime-project}',
      '**/.devcontainer.json',
      '**/.config/{code,code - insiders,vscodium}/user/**',
      '**/{library/application support,appdata/roaming}/{code,code - insiders,vscodium}/user/**',
      '**/.config/{nvim,zed,helix,emacs}/**',
      '**/.{vimrc,gvimrc,nvimrc,exrc,emacs,dir-locals.el,nvim.lua}',
    ],
  },
  {
    on: 'write',
    reason: 'AI clients start the programs that are configured here.',
    patterns: [
      '**/{,.}mcp.json',
      '**/mcp_config.json',
      '**/{claude_desktop_config,cline_mcp_settings,mcp_settings}.json',
      '**/.claude.json',
      '**/.{claude,codex,gemini,cursor,continue,windsurf,codeium,kiro,amazonq,roo,cline,opencode,lmstudio}/**',
      '**/.config/{opencode,goose,claude}/**',
      '**/opencode.json{,c}',
      '**/.aider.conf.yml',
    ],
  },
  {
    on: 'write',
    reason: 'A build server runs what is defined here.',
    patterns: [
      '**/.{github,gitea,forgejo}/{workflows,actions}/**',
      '**/.{circleci,buildkite,woodpecker,tekton}/**',
      '**/.{gitlab-ci,travis,drone,woodpecker,cirrus,appveyor}.{yml,yaml}',
      '**/{azure-pipelines,bitbucket-pipelines,appveyor,cloudbuild,buildspec}.{yml,yaml}',
      '**/jenkinsfile',
    ],
  },
  {
    on: 'write',
    reason: 'Package managers run or download what is configured here.',
    patterns: [
      '**/.{npmrc,yarnrc,yarnrc.yml,pnpmrc,pnpmfile.cjs,gemrc,condarc}',
      '**/{pnpmfile.js,bunfig.toml,pip.conf,pip.ini,uv.toml,nuget.config}',
      '**/.yarn/{releases,plugins}/**',
      '**/.bundle/config',
      '**/.cargo/config{,.toml}',
      '**/.mvn/**',
      '**/.gradle/{init.gradle,init.gradle.kts,init.d,gradle.properties}/**',
      '**/.config/{pip,uv,pnpm,yarn}/**',
    ],
  },
  {
    on: 'write',
    reason: 'It runs whenever a shell or session starts.',
    patterns: [
      '**/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,login,inputrc,pam_environment}',
      '**/.{zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,mkshrc,cshrc,tcshrc,direnvrc}',
      '**/.{xprofile,xinitrc,xsession,xsessionrc,xserverrc,tmux.conf,screenrc}',
      '**/.{gdbinit,lldbinit,irbrc,pryrc,rprofile,psqlrc,sqliterc,curlrc,wgetrc,pythonrc,pythonstartup}',
      '**/{sitecustomize,usercustomize}.py',
      '**/.config/{fish,direnv,environment.d,autostart,plasma-workspace,powershell,tmux}/**',
      '**/.oh-my-zsh/**',
      '**/documents/{powershell,windowspowershell}/**',
      '**/start menu/programs/startup/**',
    ],
  },
  {
    on: 'write',
    reason: 'It defines a service or a scheduled job.',
    patterns: [
      '**/.config/systemd/**',
      '**/.local/share/{systemd,dbus-1}/**',
      '{,/usr,/usr/local}/lib/systemd/**',
      '/run/systemd/**',
      '/var/spool/{cron,at,anacron}/**',
      '**/library/{launchagents,launchdaemons,startupitems}/**',
    ],
  },
  { on: 'write', reason: 'It is configuration of the whole system.', patterns: ['/etc/**', '/private/etc/**'] },
]
