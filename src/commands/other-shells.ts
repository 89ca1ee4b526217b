import type { CommandContext } from '../contract/commands.ts'

const CMDLET =
  /(?:^|[\s;|({])(?:Get|Set|New|Remove|Copy|Move|Rename|Clear|Add|Start|Stop|Restart|Invoke|Import|Export|Write|Read|Out|Test|Select|Where|ForEach|Sort|Measure|Format|ConvertTo|ConvertFrom|Join|Split|Resolve|Push|Pop|Enable|Disable|Install|Uninstall|Update|Register)-[A-Z][A-Za-z]+/
const POWERSHELL =
  /\$env:\w|\s-(?:Recurse|ErrorAction|LiteralPath|Filter|ExecutionPolicy|EncodedCommand)\b|\|[ \t]*%[ \t]*\{|\[[A-Z]\w+(?:\.\w+)+\]::/
const CMD =
  /%[A-Za-z_][A-Za-z0-9_()]*%|^[ \t]*(?:dir|del|copy|move|rd|rmdir|type|erase|xcopy|robocopy|ren)\s+\/[A-Za-z?]|^@echo\b|\^[ \t]*$/im

/** A sentence when the text is not meant for a POSIX shell; null when it is, or may be. */
export function looksForeign(text: string, { shell, platform }: CommandContext): string | null {
  if (shell === 'powershell') return 'PowerShell commands are not looked into.'
  if (shell === 'cmd') return 'Commands of the Windows prompt are not looked into.'
  if (shell === 'other') return 'Commands of this shell are not looked into.'
  if (shell === 'posix') return null
  if (platform === 'win32') return 'Commands of Windows shells are not looked into.'
  if (CMDLET.test(text) || POWERSHELL.test(text)) return 'It looks like PowerShell, which is not looked into.'
  return CMD.test(text) ? 'It looks like the Windows prompt, which is not looked into.' : null
}
