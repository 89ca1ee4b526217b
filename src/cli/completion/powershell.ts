import { source } from './bash.ts'
import type { CommandNode } from './command-tree.ts'

export function powershellScript(tree: readonly CommandNode[], self: string): string {
  const table = (pick: (node: CommandNode) => readonly string[]) =>
    tree
      .map((node) => [node.path, pick(node)] as const)
      .filter(([, lines]) => lines.length > 0)
      .map(([path, lines]) => `    ${quoteShell(path)} = @(${lines.map(quoteShell).join(', ')})`)
      .join('\n')
  const options = tree
    .flatMap(({ path, options: all }) =>
      all
        .filter(({ takesValue }) => takesValue)
        .map(({ flag, values }) => `    ${quoteShell(`${path} ${flag}`)} = ${quoteShell(source(values))}`),
    )
    .join('\n')
  const argument = tree
    .filter(({ values }) => values !== null)
    .map(({ path, values }) => `    ${quoteShell(path)} = ${quoteShell(source(values))}`)
    .join('\n')
  return `# upperhand completion for PowerShell. In $PROFILE: upperhand completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName upperhand -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $below = @{
${table(({ below }) => below.map(({ name, summary }) => `${name}\t${summary}`))}
  }
  $flags = @{
${table(({ options: all }) => all.map(({ flag, summary }) => `${flag}\t${summary}`))}
  }
  $option = @{
${options}
  }
  $argument = @{
${argument}
  }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
  $at = ''
  $pending = ''
  foreach ($word in $words) {
    if ($pending) { $pending = ''; continue }
    if ($word.StartsWith('-')) { $pending = $option["$at $word"]; continue }
    $names = @($below[$at] | ForEach-Object { ($_ -split "\`t")[0] })
    if ($names -contains $word) { $at = "$at $word".Trim() }
  }
  $source = $pending
  $offers = @()
  if (-not $source) {
    if ($wordToComplete.StartsWith('-')) { $offers = $flags[$at] }
    elseif ($below.ContainsKey($at)) { $offers = $below[$at] }
    else { $source = $argument[$at] }
  }
  if ($source -and $source.StartsWith('list:')) { $offers = $source.Substring(5) -split ' ' }
  if ($source -and $source.StartsWith('kind:')) { $offers = @(& ${self} __complete $source.Substring(5) $wordToComplete 2>$null) }
  $offers | Where-Object { $_ -and $_.StartsWith($wordToComplete) } | ForEach-Object {
    $name, $summary = $_ -split "\`t", 2
    if (-not $summary) { $summary = $name }
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $summary)
  }
}
`
}

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
