// Every run draws the same cases, or the score would differ from run to run.
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
