type Ask = (resolve: (isProven: boolean) => void) => void

let ask: Ask | undefined

/** Registers the dialog that asks the user to confirm that it is them. Returns what ends that. */
export function registerProofDialog(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = undefined
  }
}

/** Asks the user to confirm that it is them. Resolves to whether they did; false on a page without the dialog. */
export function requestProof(): Promise<boolean> {
  return new Promise((resolve) => (ask ? ask(resolve) : resolve(false)))
}
