// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Behaves as USDT does on mainnet (TetherToken, 0xdAC1…1ec7): `transfer` returns nothing, and a fee can be switched on.
contract Token {
    mapping(address => uint256) public balanceOf; // slot 0
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 public basisPointsRate; // slot 2
    uint256 public maximumFee; // slot 3
    address public owner; // slot 4, who gets the fees
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint256 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= value;
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        // Mainnet's refuses to change one allowance into another, too.
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function move(address from, address to, uint256 value) private {
        uint256 fee = (value * basisPointsRate) / 10000;
        if (fee > maximumFee) fee = maximumFee;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(from, owner, fee);
        }
        emit Transfer(from, to, value - fee);
    }
}

/// Answers as Chainlink's price feeds do. Fresh in every block, until it is frozen.
contract Feed {
    int256 answer; // slot 0
    uint256 frozenAt; // slot 1: seconds since 1970; 0 keeps it fresh
    uint256 round; // slot 2
    string public description; // slot 3
    uint8 public constant decimals = 8;
    uint256 public constant version = 4;

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        uint256 updatedAt = frozenAt == 0 ? block.timestamp : frozenAt;
        uint80 id = uint80((1 << 64) | round);
        return (id, answer, updatedAt, updatedAt, id);
    }
}

/// A wallet that is a contract: what it pays is inside a transaction, and several payments fit in one.
contract SmartWallet {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    address public owner; // slot 0, whose signature the wallet takes for its own

    receive() external payable {}

    /// ERC-1271: whether the owner's key has signed it.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(
            hash,
            uint8(signature[64]),
            bytes32(signature[0:32]),
            bytes32(signature[32:64])
        );
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    function execute(Call[] calldata calls) external payable {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool isDone, ) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            require(isDone);
        }
    }
}
