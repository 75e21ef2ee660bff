type Ask = (resolve: (isProven: boolean) => void) => void

let ask: Ask | undefined

/** Registers the dialog for the user's proof. Returns a function to unregister it. */
export function registerProofDialog(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = undefined
  }
}

/** Asks the user for proof. Resolves to whether they gave it; false on a page without the dialog. */
export function requestProof(): Promise<boolean> {
  return new Promise((resolve) => (ask ? ask(resolve) : resolve(false)))
}
