import { splitSentence } from '@bridge/identity/access/isolate-name'

/** Shows a sentence with each name that `isolateName` has marked in its own direction. */
export function Sentence({ children }: { children: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other keys
  return splitSentence(children).map(({ text, isName }, index) => (isName ? <bdi key={index}>{text}</bdi> : text))
}
