import { expect, test } from 'vitest'
import type { Finding, Parse } from '../diagnostic.ts'
import { parseBiome, parseCargo, parseEslint, parsePyright, parseRuff } from './json.ts'
import { createTscParser, parseCompiler } from './lines.ts'

const tsc = createTscParser('tsconfig.json')

const TABLE: readonly [what: string, parse: Parse, output: string, finding: Partial<Finding>][] = [
  [
    'tsc',
    tsc,
    "src/a.ts(3,7): error TS2322: Type 'x' is wrong.\n  more of it\n",
    { file: 'src/a.ts', line: 3, column: 7, severity: 'error', code: 'TS2322', message: "Type 'x' is wrong." },
  ],
  [
    'tsc on a path with brackets',
    tsc,
    'app/(group)/[id].tsx(1,2): error TS1: no',
    { file: 'app/(group)/[id].tsx', line: 1, column: 2 },
  ],
  [
    'tsc about its configuration',
    tsc,
    'error TS5083: Cannot read file.',
    { file: 'tsconfig.json', line: null, code: 'TS5083' },
  ],
  [
    'gcc',
    parseCompiler,
    'a.c:4:9: warning: unused variable [-Wunused]',
    { file: 'a.c', line: 4, column: 9, severity: 'warning', code: '-Wunused', message: 'unused variable' },
  ],
  [
    'gcc, fatal',
    parseCompiler,
    'a.c:1:10: fatal error: x.h: No such file',
    { severity: 'error', message: 'x.h: No such file' },
  ],
  [
    'go vet',
    parseCompiler,
    'vet: ./a.go:3:5: undefined: x',
    { file: './a.go', line: 3, column: 5, severity: 'error', message: 'undefined: x' },
  ],
  ['swift', parseCompiler, '/p/a.swift:2:1: error: expected }', { file: '/p/a.swift', line: 2, message: 'expected }' }],
  [
    'eslint',
    parseEslint,
    '[{"filePath":"/p/a.js","messages":[{"ruleId":"no-undef","severity":1,"message":"x","line":2,"column":3}]}]',
    { file: '/p/a.js', line: 2, column: 3, severity: 'warning', code: 'no-undef' },
  ],
  [
    'eslint on a file it cannot parse',
    parseEslint,
    'a warning first\n[{"filePath":"/p/a.js","messages":[{"ruleId":null,"fatal":true,"severity":2,"message":"Parsing error"}]}]',
    { file: '/p/a.js', line: null, severity: 'error', code: null },
  ],
  [
    'biome',
    parseBiome,
    '{"diagnostics":[{"severity":"information","message":"m","category":"lint/x","location":{"path":"a.js","start":{"line":1,"column":2},"end":{}}}]}',
    { file: 'a.js', line: 1, column: 2, severity: 'info', code: 'lint/x' },
  ],
  [
    'ruff',
    parseRuff,
    '[{"filename":"/p/a.py","message":"unused","code":"F401","location":{"row":1,"column":8}}]',
    { file: '/p/a.py', line: 1, column: 8, severity: 'warning', code: 'F401' },
  ],
  [
    'ruff on a file it cannot parse',
    parseRuff,
    '[{"filename":"/p/a.py","message":"Expected x","code":null,"location":{"row":1,"column":8}}]',
    { severity: 'error', code: null },
  ],
  [
    'pyright, which counts from 0',
    parsePyright,
    '{"generalDiagnostics":[{"file":"/p/a.py","severity":"error","message":"m","rule":"r","range":{"start":{"line":0,"character":4},"end":{"line":0,"character":5}}}]}',
    { file: '/p/a.py', line: 1, column: 5, severity: 'error', code: 'r' },
  ],
  [
    'cargo, among its other messages',
    parseCargo,
    '{"reason":"compiler-artifact"}\n{"reason":"compiler-message","message":{"level":"error","message":"mismatched types","code":{"code":"E0308"},"spans":[{"file_name":"src/lib.rs","line_start":9,"column_start":1,"is_primary":false},{"file_name":"src/main.rs","line_start":2,"column_start":5,"is_primary":true}]}}\n',
    { file: 'src/main.rs', line: 2, column: 5, severity: 'error', code: 'E0308' },
  ],
]

test.each(TABLE)('%s', (_what, parse, output, finding) => {
  expect(parse(output)).toMatchObject([finding])
})

test.each([
  ['nothing', ''],
  ['a sentence', 'Everything is fine.'],
  ['half of an answer', '[{"filePath":"/p/a.js","mess'],
  ['another form', '{"version": 3}'],
])('%s is no finding', (_what, output) => {
  for (const parse of [tsc, parseCompiler, parseEslint, parseBiome, parseRuff, parsePyright, parseCargo]) {
    expect(parse(output)).toEqual([])
  }
})
