-- CreateTable
CREATE TABLE "gateway" (
    "url" TEXT NOT NULL,
    "agents" INTEGER NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gateway_pkey" PRIMARY KEY ("url")
);
