-- AlterEnum
ALTER TYPE "DesktopCondition" ADD VALUE 'paused';
