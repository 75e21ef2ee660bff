import { existsSync, readdirSync } from 'node:fs'

/** The font of all text, with the characters of English. The build adds a hash to the name. */
const textFont = /^inter-latin-wght-normal\..+\.woff2$/

/**
 * Returns the `Link` header that lets browsers load the font of the text with a page, instead of after its styles. Text
 * that was painted in another font moves where its lines break differently. Undefined without a build.
 *
 * @param folder the build's folder of fonts and images, which Next serves
 */
export function findFontLink(folder: string): string | undefined {
  const name = existsSync(folder) ? readdirSync(folder).find((file) => textFont.test(file)) : undefined
  return name && `</_next/static/media/${name}>; rel=preload; as=font; type="font/woff2"; crossorigin`
}
