import { measureSpeed } from "../measure/measure-speed.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Measures the speed of the device, in millions of multiplications a second. */
export type Benchmark = Task<object, number>;

export const benchmark: TaskHandler<Benchmark> = () => measureSpeed(() => performance.now());
