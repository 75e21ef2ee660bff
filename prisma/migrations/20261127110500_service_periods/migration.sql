-- CreateTable
CREATE TABLE "service_period" (
    "part" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "isUp" BOOLEAN NOT NULL,

    CONSTRAINT "service_period_pkey" PRIMARY KEY ("part","since")
);

-- CreateIndex
CREATE INDEX "service_period_until_idx" ON "service_period"("until");
