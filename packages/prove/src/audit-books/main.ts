import { auditBooks } from './audit-books.ts'
import { formatFigures } from './format-figures.ts'

const figures = await auditBooks()
process.stdout.write(formatFigures(figures))
process.exit(figures.every(({ isEqual }) => isEqual) ? 0 : 1)
