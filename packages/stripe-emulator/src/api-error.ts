type ErrorStatus = 400 | 401 | 404 | 409 | 429 | 500

/** An error that Stripe would return. */
export class ApiError extends Error {
  readonly status: ErrorStatus
  readonly type: string
  readonly details: Readonly<Record<string, string>>

  constructor(status: ErrorStatus, type: string, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }
}

/** Returns the error for an object that does not exist. */
export function missing(status: 400 | 404, param: string, id: string): ApiError {
  return new ApiError(status, 'invalid_request_error', `No such object: '${id}'.`, { code: 'resource_missing', param })
}
