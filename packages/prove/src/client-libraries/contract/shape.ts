/** Returns a JSON value's paths and value types, sorted, without array positions. */
export function findShape(value: unknown): readonly string[] {
  const paths = new Set<string>()
  const visit = (each: unknown, path: string): void => {
    if (Array.isArray(each)) for (const element of each) visit(element, `${path}[]`)
    else if (typeof each === 'object' && each !== null) {
      for (const [key, field] of Object.entries(each)) visit(field, path === '' ? key : `${path}.${key}`)
    } else paths.add(`${path}: ${each === null ? 'null' : typeof each}`)
  }
  visit(value, '')
  return [...paths].sort()
}
