// Runs only when the model is prepared during a build, so it may import development packages.
import onnxProto from 'onnx-proto';
import type { onnx as Onnx } from 'onnx-proto';

const { onnx } = onnxProto;

const contribDomain = 'com.microsoft';
const opsetVersion = 17;
const irVersion = 8;

type AttributeValue = number | { readonly float: number } | readonly number[];

/** `value` is the value's name in the graph, and `name` the name by which it is asked for. */
export type GraphOutput = {
  readonly name: string;
  readonly value: string;
  readonly shape: readonly (number | string)[];
};

/** Collects the nodes and constants of an ONNX graph. Values are named in order of creation. */
type GraphBuilder = {
  readonly addFloats: (shape: readonly number[], values: Float32Array) => string;
  readonly addInt8s: (shape: readonly number[], values: Int8Array) => string;
  readonly addInt64s: (values: readonly number[]) => string;
  readonly addNode: (
    operator: string,
    inputs: readonly string[],
    attributes?: Readonly<Record<string, AttributeValue>>,
  ) => string;
  readonly addMultiOutputNode: (
    operator: string,
    inputs: readonly string[],
    outputCount: number,
    attributes?: Readonly<Record<string, AttributeValue>>,
  ) => readonly string[];
  readonly serialize: (outputs: readonly GraphOutput[]) => Uint8Array;
};

/** Starts a graph with one input of 64-bit integers. Operators of the contrib domain are written `ms.Operator`. */
export function createGraphBuilder(inputName: string, inputShape: readonly (number | string)[]): GraphBuilder {
  const { DataType } = onnx.TensorProto;
  const graph = { node: [] as Onnx.INodeProto[], initializer: [] as Onnx.ITensorProto[] };
  let nextIndex = 0;
  const createName = (stem: string): string => `${stem}_${nextIndex++}`;

  const addConstant = (dataType: number, dims: readonly number[], data: ArrayBufferView): string => {
    const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const name = createName('constant');
    graph.initializer.push({ name, dataType, dims: [...dims], rawData });
    return name;
  };

  const addMultiOutputNode: GraphBuilder['addMultiOutputNode'] = (operator, inputs, outputCount, attributes = {}) => {
    const isContrib = operator.startsWith('ms.');
    const opType = isContrib ? operator.slice(3) : operator;
    const output = Array.from({ length: outputCount }, () => createName(opType));
    graph.node.push({
      name: `${output[0]}_node`,
      opType,
      domain: isContrib ? contribDomain : '',
      input: [...inputs],
      output,
      attribute: Object.entries(attributes).map(([key, value]) => createAttribute(key, value)),
    });
    return output;
  };

  return {
    addFloats: (shape, values) => addConstant(DataType.FLOAT, shape, values),
    addInt8s: (shape, values) => addConstant(DataType.INT8, shape, values),
    addInt64s: (values) => addConstant(DataType.INT64, [values.length], BigInt64Array.from(values, BigInt)),
    addMultiOutputNode,
    addNode: (operator, inputs, attributes) => addMultiOutputNode(operator, inputs, 1, attributes)[0] ?? '',
    serialize: (outputs) => {
      for (const { name, value } of outputs)
        graph.node.push({ name: `${name}_output`, opType: 'Identity', domain: '', input: [value], output: [name] });
      const model = onnx.ModelProto.create({
        irVersion,
        producerName: 'switchboard',
        opsetImport: [
          { domain: '', version: opsetVersion },
          { domain: contribDomain, version: 1 },
        ],
        graph: {
          name: 'minilm',
          node: graph.node,
          initializer: graph.initializer,
          input: [createValueInfo(inputName, DataType.INT64, inputShape)],
          output: outputs.map(({ name, shape }) => createValueInfo(name, DataType.FLOAT, shape)),
        },
      });
      return onnx.ModelProto.encode(model).finish();
    },
  };
}

function createAttribute(name: string, value: AttributeValue): Onnx.IAttributeProto {
  const { AttributeType } = onnx.AttributeProto;
  if (typeof value === 'number') return { name, type: AttributeType.INT, i: value };
  if ('float' in value) return { name, type: AttributeType.FLOAT, f: value.float };
  return { name, type: AttributeType.INTS, ints: [...value] };
}

function createValueInfo(name: string, elemType: number, shape: readonly (number | string)[]): Onnx.IValueInfoProto {
  const dim = shape.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size }));
  return { name, type: { tensorType: { elemType, shape: { dim } } } };
}
