import { auditBooks, realmKinds } from './audit-books.ts'
import { formatFigures } from './format-figures.ts'

let isEqual = true
for (const kind of realmKinds) {
  const figures = await auditBooks(kind)
  process.stdout.write(
    `${kind === 'sandbox' ? 'A sandbox' : 'A company file behind an agent'}\n\n${formatFigures(figures)}\n`,
  )
  isEqual &&= figures.every((figure) => figure.isEqual)
}
process.exit(isEqual ? 0 : 1)
