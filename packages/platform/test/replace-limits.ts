// Imported before a program under test, with other limits in the query string.
import { limits } from '../src/runtime/limits.ts'

const replaced = new URL(import.meta.url).searchParams.get('limits') ?? '{}'
Object.assign(limits, JSON.parse(replaced))
