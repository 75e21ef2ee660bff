-- AlterEnum
ALTER TYPE "Role" ADD VALUE 'viewer';
