import { type Figures, measureRepository, sum } from './figures.ts'
import { openRepository } from './repository.ts'
import { repositoryProse } from './repository-prose.ts'

const repository = await openRepository()
const figures = measureRepository(repository, repositoryProse(repository))
process.stdout.write(`${formatFigures(figures).join('\n')}\n`)

function formatFigures({ packages, longestFunctions, rings, words, ...counts }: Figures): string[] {
  const rows = [...packages].map(([folder, row]) => [
    folder,
    row.files,
    row.sourceLines,
    row.testLines,
    row.of.toFixed(1),
    row.that.toFixed(1),
    row.max,
    row.print,
  ])
  const total = (key: 'files' | 'sourceLines' | 'testLines') => sum([...packages.values()].map((row) => row[key]))
  return [
    ...formatTable([
      ['package', 'files', 'source', 'tests', 'of', 'that', '…Max', 'print…'],
      ...rows,
      ['all', total('files'), total('sourceLines'), total('testLines'), '', '', '', ''],
    ]),
    '',
    'Longest functions:',
    ...longestFunctions.map(({ lines, place }) => `${String(lines).padStart(5)}  ${place}`),
    '',
    `Rings of folders: ${rings.length}`,
    ...rings.map((ring) => `  ${ring.join(', ')}`),
    `Steps of a call: ${counts.stepsPerCall}`,
    `Environment variables: ${counts.environmentVariables}`,
    `Decisions: ${counts.decisions}`,
    `Words of docs: ${sum(words.values())}`,
    ...[...words].map(([folder, count]) => `  ${folder} ${count}`),
  ]
}

function formatTable(rows: readonly (readonly (string | number)[])[]): string[] {
  return rows.map(([first = '', ...others]) =>
    [String(first).padEnd(34), ...others.map((cell) => String(cell).padStart(8))].join(''),
  )
}
