-- AlterEnum
ALTER TYPE "DesktopCondition" ADD VALUE 'sdk_missing';
ALTER TYPE "DesktopCondition" ADD VALUE 'other_session';
ALTER TYPE "DesktopCondition" ADD VALUE 'elevated';
