CREATE TABLE "idempotency_key" (
    "caller" TEXT NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    "requestHash" TEXT NOT NULL,
    "response" JSON,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("caller","key")
);
CREATE INDEX "idempotency_key_caller_expiresAt_idx" ON "idempotency_key"("caller", "expiresAt");
CREATE INDEX "idempotency_key_expiresAt_idx" ON "idempotency_key"("expiresAt");
