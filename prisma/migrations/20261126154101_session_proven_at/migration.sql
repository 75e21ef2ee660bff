-- Sessions from before have no proof: their users confirm that it is them.
ALTER TABLE "session" ADD COLUMN     "provenAt" TIMESTAMPTZ(3);
ALTER TABLE "session" ALTER COLUMN "provenAt" SET DEFAULT CURRENT_TIMESTAMP;
