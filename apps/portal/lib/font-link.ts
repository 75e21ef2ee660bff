import { existsSync, readdirSync } from 'node:fs'

/** The text font, with English characters. The build adds a hash to the name. */
const textFont = /^inter-latin-wght-normal\..+\.woff2$/

/**
 * Returns the `Link` header for loading the text font with a page, instead of after its styles. Text
 * painted in another font moves where its lines break differently. Undefined without a build.
 *
 * @param folder the build's fonts and images, served by Next
 */
export function findFontLink(folder: string): string | undefined {
  const name = existsSync(folder) ? readdirSync(folder).find((file) => textFont.test(file)) : undefined
  return name && `</_next/static/media/${name}>; rel=preload; as=font; type="font/woff2"; crossorigin`
}
