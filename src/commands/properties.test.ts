import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analysed, loadCommands } from '../../test/support/command-table.ts'
import type { CommandAnalysis, Span } from '../contract/commands.ts'
import { RISKS } from '../contract/effects.ts'

const PIECES = [
  ...'aA0_-./~*?[]{}()<>&|;$`\'"\\ \t\n\r#=!:,@%^',
  ...[
    'ls',
    'rm -rf',
    'cat',
    'git',
    'sudo',
    'sh -c',
    'eval',
    'cd',
    'find . -exec',
    'xargs',
    '$(',
    '${',
    '$((',
    '<<E\n',
    '\nE\n',
    "$'",
  ],
  ...[
    'if ',
    'then ',
    'fi',
    'for x in ',
    'do ',
    'done',
    'case ',
    'esac',
    '[[ ',
    ' ]]',
    'x=',
    '2>&1',
    '>(',
    '<(',
    '\u202e',
    'é',
    '💥',
  ],
]
const shellLike = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''))
const command = fc.oneof({ weight: 4, arbitrary: shellLike }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) })

loadCommands()

describe('any text at all', () => {
  it('is answered, and its spans lie within it and give it back', () => {
    fc.assert(
      fc.property(command, (text) => {
        const analysis = analysed(text)
        expect(analysis.text).toBe(text)
        for (const part of analysis.parts) {
          expectWithin(part.span, text)
          expect(part.text).toBe(text.slice(part.span.start, part.span.end))
        }
        for (const span of spansOf(analysis)) expectWithin(span, text)
      }),
      { numRuns: 1_500 },
    )
  })

  it('is never harmless when one part of it is not', () => {
    fc.assert(
      fc.property(command, (text) => {
        const { isParsed, verdict, risk, parts, refusal } = analysed(text)
        const strictest = Math.max(0, ...parts.map((part) => RISKS.indexOf(part.risk)))
        if (isParsed) expect(RISKS.indexOf(risk)).toBe(strictest)
        if (verdict === 'read-only') {
          expect({ isParsed, risk, refusal }).toEqual({ isParsed: true, risk: 'low', refusal: null })
          for (const part of parts) expect(part.effects).toEqual(['read-only'])
        }
      }),
      { numRuns: 1_500 },
    )
  })

  it('does not become harmless by what is put around it', () => {
    const frames: ((inner: string) => string)[] = [
      (inner) => `ls; ${inner}`,
      (inner) => `${inner} | cat`,
      (inner) => `(${inner})`,
      (inner) => `if true; then ${inner}; fi`,
      (inner) => `echo "$(${inner})"`,
      (inner) => `sh -c '${inner.replaceAll("'", `'\\''`)}'`,
      (inner) => `env nice nohup ${inner}`,
      (inner) => `cat <(${inner})`,
    ]
    const bad = fc.constantFrom('rm -rf build', 'sudo ls', 'git push --force', 'dd of=/dev/sda', 'mkfs x', 'touch a')
    const around = fc.array(fc.constantFrom(...frames), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(bad, around, (inner, list) => {
        const { verdict, risk } = analysed(list.reduce<string>((text, frame) => frame(text), inner))
        expect(verdict).not.toBe('read-only')
        if (inner !== 'touch a') expect(['high', 'critical']).toContain(risk)
      }),
      { numRuns: 300 },
    )
  })

  it('comes to an end, even when it is long and entangled', () => {
    for (const piece of [
      '(',
      '$(',
      '{',
      '<<A ',
      '"',
      '`',
      '${x:-',
      'a&&',
      'a ',
      'ls\n',
      '[[',
      '<(',
      '\\',
      'f(){',
      '{a,b}',
      "'",
    ]) {
      const text = piece.repeat(Math.floor(30_000 / piece.length))
      expect(analysed(text).text).toBe(text)
    }
  })
})

function expectWithin({ start, end }: Span, text: string): void {
  expect(start).toBeGreaterThanOrEqual(0)
  expect(end).toBeGreaterThanOrEqual(start)
  expect(end).toBeLessThanOrEqual(text.length)
}

function spansOf({ parts, paths, reasons }: CommandAnalysis): Span[] {
  return [
    ...reasons.map(({ span }) => span),
    ...paths.map(({ span }) => span),
    ...parts.flatMap(({ redirections }) => redirections.map(({ span }) => span)),
  ]
}
